import { bySentences, number, sayError, sayGreen, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'spectral',
  kind: 'lint',
  docs: { title: 'Spectral', why: 'Reads the closing counts and each error with its line.', fix: 'Change the document or the rule.', since: '0.1.0' },
  marks: ['No results with a severity of ', ' infos, ', ' info, '],
  // spectral 6.16: `No results with a severity of 'error' found!`, `✖ 1 problem (1 error, 0 warnings, 0 infos, 0 hints)`
  sentences: [
    { when: /^No results with a severity of '\w{1,12}'(?: or higher)? found!$/, says: sayGreen },
    { when: /^[✖×] \d{1,9} problems? \((\d{1,9}) errors?, (\d{1,9}) warnings?, \d{1,9} infos?, \d{1,9} hints?\)$/, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); }, then: 'open' },
    { when: /^ {1,8}(\d{1,7}):\d{1,7} {1,12}error {1,12}\S/, inside: true, says: (out, [, line]) => { sayError(out, undefined, line); } },
  ],
});
