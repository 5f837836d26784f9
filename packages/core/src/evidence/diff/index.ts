export { grammarsOf, withCode } from './code.js';
export { languageOf } from './language.js';
export { type DiffReader, openDiff, parseDiff } from './parse.js';
export { roleOf, type Sample } from './role.js';
