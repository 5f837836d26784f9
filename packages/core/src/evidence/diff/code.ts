import type { DiffFile, DiffModel, Grammar, Syntax } from '../../model/index.js';

// Provisional: the real reader comes next.
export const withCode = (model: DiffModel, _syntax: Syntax, _wanted: (file: DiffFile) => boolean): DiffModel => model;
export const grammarsOf = (_model: DiffModel, _wanted: (file: DiffFile) => boolean): Set<Grammar> => new Set();
