export type { Capture } from './capture.js';
export { type CommandPlace, type CommandRun, runCommand, type Sink } from './run-command.js';
