export { type ConformanceOptions, type ConformanceResult, runDriverConformance } from './conformance.js';
export { LaunchError, type ProbeErrorOptions, UnsupportedStepError } from './errors.js';
export { readScenario, scenarioProblem } from './scenario.js';
export { type ProcessEnd, type StartedProcess, startProcess } from './start-process.js';
export * from './types.js';
