export { inferCommands } from './infer-commands.js';
export type { Inferred } from './inferred.js';
export { makefileOf, MAKEFILE_NAMES, makeTargets, recipeOf } from './make.js';
export { type PackageJson, readPackageJson } from './package-json.js';
export { type Project, projectIn, projectOf } from './project.js';
export { scriptFiles } from './script-files.js';
export { onlyScript, type Scripts, scriptsBehind } from './scripts.js';
