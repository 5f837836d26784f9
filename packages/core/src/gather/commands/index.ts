export { inferCommands, type Inferred } from './infer-commands.js';
export { type PackageJson, readPackageJson } from './package-json.js';
export { type Project, projectIn, projectOf } from './project.js';
export { onlyScript, type Scripts, scriptsBehind } from './scripts.js';
