import { bySentences, sayError, sayRed } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'standard',
  kind: 'lint',
  docs: { title: 'standard', why: 'Reads each finding with its place; it prints nothing when all is well.', fix: 'Run `standard --fix`.', since: '0.1.0' },
  marks: ['standard: '],
  // standard 17: `standard: Use JavaScript Standard Style (https://standardjs.com)`, `  /repo/a.js:1:5: 'x' is assigned a value but never used. (no-unused-vars)`
  sentences: [
    { when: /^(?:semi)?standard: (?:Use|Unexpected linter output)/, says: sayRed, then: 'open' },
    { when: /^(?:semi)?standard: (?:Run|Some warnings) /, inside: true },
    { when: /^ {2}(?:\S.{0,400}?):\d{1,7}:\d{1,7}: .{1,400} \([\w@/-]{1,80}\) \(warning\)$/, inside: true },
    { when: /^ {2}(\S.{0,400}?):(\d{1,7}):\d{1,7}: \S.{0,400}$/, inside: true, says: (out, [, file, line]) => { sayError(out, file, line); } },
  ],
});
