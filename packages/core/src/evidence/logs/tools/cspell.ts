import { bySentences, number, sayError, sayNothingRan, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'cspell',
  kind: 'lint',
  docs: { title: 'CSpell', why: 'Reads the closing counts and each unknown word with its place.', fix: 'Correct the word or add it to the dictionary.', since: '0.1.0' },
  marks: ['CSpell: Files checked: ', ' - Unknown word (', ' - Forbidden word (', ' - Misspelled word ('],
  // cspell 5–9 (no full stop before 8): `CSpell: Files checked: 1, Issues found: 2 in 1 file.`, `a.md:1:1 - Unknown word (Helo) fix: (Hello)`
  sentences: [
    { when: /^CSpell: Files checked: (\d{1,9})(?: \(\d{1,9} from cache\))?, Issues found: (\d{1,9}) in \d{1,9} files?(?: with \d{1,9} errors?)?\.?$/, says: (out, [, files, issues]) => { if (files === '0') sayNothingRan(out); else sayProblems(out, number(issues), 0); }, then: 'closed' },
    { when: /^(\S.{0,300}?):(\d{1,7}):\d{1,7} - (?:Unknown|Forbidden|Misspelled) word \(/, says: (out, [, file, line]) => { sayError(out, file, line); }, then: 'open' },
    { when: /^\d{1,9}\/\d{1,9} \S.{0,300} [\d.]{1,12}ms(?: X)?$/, inside: true },
  ],
});
