import { bySentences, number, sayError, sayGate, sayNothingRan, sayProblems } from '../grammar/by-sentences.js';

// The closing sentence is eslint's; it is stylelint's behind a problem with a mark instead of a word.
export const recognizer = bySentences({
  tool: 'stylelint',
  kind: 'lint',
  docs: { title: 'stylelint', why: 'Reads the closing counts and each error with its line.', fix: 'Run `stylelint --fix` or change the rule.', since: '0.1.0' },
  marks: ['  ✖  ', '  ⚠  ', '  ×  ', '"invalidOptionWarnings":', 'AllFilesIgnoredError', 'NoFilesFoundError', 'Max warnings exceeded: ', ' [error]', ' [warning]'],
  // stylelint 16–17: `  1:3  ✖  Unexpected empty block  block-no-empty`, `✖ 1 problem (1 error, 0 warnings)`
  sentences: [
    { when: /^ {1,8}(\d{1,7}):\d{1,7} {1,12}[✖×] {1,4}\S/, says: (out, [, line]) => { sayError(out, undefined, line); }, then: 'open' },
    { when: /^ {1,8}\d{1,7}:\d{1,7} {1,12}⚠ {1,4}\S/, then: 'open' },
    { when: /^[✖×⚠] \d{1,9} problems? \((\d{1,9}) errors?, (\d{1,9}) warnings?\)$/, inside: true, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); } },
    // unix: `/repo/a.css:1:3: Empty block (block-no-empty) [error]`, `1 problem (1 error, 0 warnings)`
    { when: /^(\/\S{0,500}?):(\d{1,7}):\d{1,7}: \S.{0,500} \[error\]$/, says: (out, [, file, line]) => { sayError(out, file, line); }, then: 'open' },
    { when: /^\d{1,9} problems? \((\d{1,9}) errors?, (\d{1,9}) warnings?\)$/, inside: true, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); } },
    { when: /^\[\{"source":.{0,900}"errored":(true|false)/, says: (out, [, errored]) => { sayProblems(out, errored === 'true' ? 1 : 0, 0); } },
    { when: /^\[\{"source":/, says: (out) => { sayProblems(out, 0, 0); } },
    { when: /^(Max warnings exceeded: \d{1,9} found\. \d{1,9} allowed)$/, says: sayGate },
    { when: /^(?:AllFilesIgnoredError|NoFilesFoundError): /, says: sayNothingRan },
  ],
  noise: /^ {2}\d{1,9} errors? and \d{1,9} warnings? potentially fixable|^\S{1,300}\.\w{1,10}$/,
});
