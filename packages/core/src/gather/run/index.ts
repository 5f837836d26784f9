export type { Capture } from './capture.js';
export { commandEnvironment, secretEnvironment } from './environment.js';
export { type CommandPlace, type CommandRun, runCommand, type Sink } from './run-command.js';
export { stopWatchdog, watchdog } from './watchdog.js';
