import { bySentences, number, sayError, sayGreen, sayNothingRan, sayProblems, sayRed } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'oxlint',
  kind: 'lint',
  docs: { title: 'oxlint', why: 'Reads the closing counts; `--deny-warnings` changes the exit status only.', fix: 'Run `oxlint --fix` or change the rule.', since: '0.1.0' },
  marks: ['{ "diagnostics": [', ' warnings and ', ' warning and ', ' rules using ', 'title=eslint(', 'No files found to lint'],
  // oxlint 1.94: `Found 0 warnings and 1 error.`, `Finished in 7ms on 1 file with 96 rules using 2 threads.`
  sentences: [
    { when: /^Found (\d{1,9}) warnings? and (\d{1,9}) errors?\.$/, says: (out, [, warnings, errors]) => { sayProblems(out, number(errors), number(warnings)); }, then: 'open' },
    { when: /^Finished in \S{1,20} on 0 files with /, says: sayNothingRan },
    { when: /^Finished in \S{1,20} on \d{1,9} files? (?:with|using) / },
    { when: /^\{ "diagnostics": \[.*?"severity": "error"/, whole: true, says: sayRed },
    { when: /^\{ "diagnostics": \[/, says: sayGreen },
    { when: /^No files found to lint/, says: sayNothingRan },
    { when: /^::error file=(.{1,300}?),line=(\d{1,7}),.{0,200}title=\S{1,80}\([\w/-]{1,80}\)::/, says: (out, [, file, line]) => { sayError(out, file, line); } },
    { when: /^::warning file=.{1,500}title=\S{1,80}\([\w/-]{1,80}\)::/ },
  ],
});
