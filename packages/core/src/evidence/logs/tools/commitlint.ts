import { bySentences, number, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'commitlint',
  kind: 'lint',
  docs: { title: 'commitlint', why: 'Reads the closing counts of each message.', fix: 'Reword the commit message.', since: '0.1.0' },
  marks: ['⧗   input: ', ' problems, ', '✖   ', '⚠   ', '✔   found '],
  // commitlint 19–20: `✖   found 3 problems, 0 warnings`, `⚠   found 0 problems, 1 warnings`, `✔   found 0 problems, 0 warnings`
  sentences: [
    { when: /^⧗ {3}(?:input: )?/, then: 'open' },
    { when: /^[✖⚠✔] {3}found (\d{1,9}) problems, (\d{1,9}) warnings$/, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); } },
    { when: /^✖ {3}\S.{0,300} \[[\w-]{1,60}\]$/, inside: true },
    { when: /^⚠ {3}\S.{0,300} \[[\w-]{1,60}\]$/, inside: true },
    { when: /^ⓘ {3}Get help: /, inside: true, then: 'closed' },
  ],
});
