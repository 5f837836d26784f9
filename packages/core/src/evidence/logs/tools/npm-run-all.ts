import { bySentences, sayGate } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'npm-run-all',
  kind: 'wrapper',
  docs: { title: 'npm-run-all, run-s and run-p', why: '`ERROR: "x" exited with N.` is red whatever the scripts printed.', fix: 'Correct the failed script.', since: '0.1.0' },
  marks: ['ERROR: "', 'ERROR: Task not found', 'ERROR: No matched tasks'],
  // npm-run-all 4.1 and npm-run-all2: `ERROR: "test" exited with 1.`, `ERROR: Task not found: "nope"`
  sentences: [{ when: /^(ERROR: (?:"[^"]{1,200}" exited with [1-9]\d{0,4}\.|Task not found: .{1,200}|No matched tasks: .{1,200}))$/, says: sayGate }],
});
