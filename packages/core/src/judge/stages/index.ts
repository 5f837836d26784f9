export * from './claims.js';
export * from './confidence.js';
export * from './severity.js';
export * from './to-findings.js';
export * from './verdict.js';
