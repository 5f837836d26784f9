export { openLog, type LogReader } from './open-log.js';
export { openTranscript, type TranscriptReader } from './transcript.js';
export { UNKNOWN } from './unknown.js';
