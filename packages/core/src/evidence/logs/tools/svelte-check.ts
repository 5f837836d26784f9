import { bySentences, number, sayError, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'svelte-check',
  kind: 'lint',
  docs: { title: 'svelte-check', why: 'Reads the closing counts.', fix: 'Correct the types or the markup.', since: '0.1.0' },
  marks: ['svelte-check found ', ' COMPLETED ', 'Getting Svelte diagnostics'],
  // svelte-check 4: `svelte-check found 1 error and 0 warnings in 1 file`; machine: `1590680326283 COMPLETED 20 FILES 1 ERRORS 0 WARNINGS …`
  sentences: [
    { when: /^svelte-check found (\d{1,9}) errors? and (\d{1,9}) warnings?(?: in \d{1,9} files?)?$/, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); }, then: 'closed' },
    { when: /^\d{8,15} COMPLETED \d{1,9} FILES (\d{1,9}) ERRORS (\d{1,9}) WARNINGS /, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); }, then: 'closed' },
    { when: /^Getting Svelte diagnostics\.\.\.$/, then: 'open' },
    { when: /^\d{8,15} ERROR "(.{1,300}?)" (\d{1,7}):\d{1,7} "/, says: (out, [, file, line]) => { sayError(out, file, line); } },
  ],
});
