export { StageError } from './errors.js';
export { runStages } from './run/run-stages.js';
export type * from './run/types.js';
export type * from './transport/types.js';
