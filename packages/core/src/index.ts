export { check } from './check.js';
export { openDiff, parseDiff } from './evidence/diff/index.js';
export { openLog, openTranscript } from './evidence/logs/index.js';
export { renderReport } from './report/index.js';
export { redact, scanSecrets } from './text/redact/index.js';
export type * from './model/index.js';
export { GatherError, UsageError } from './model/errors.js';
