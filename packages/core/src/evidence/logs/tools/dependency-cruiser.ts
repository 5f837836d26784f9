import { bySentences, number, sayGreen, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'dependency-cruiser',
  kind: 'lint',
  docs: { title: 'dependency-cruiser', why: 'Reads the closing counts.', fix: 'Change the import or the rule.', since: '0.1.0' },
  marks: ['no dependency violations found', ' dependency violations ('],
  // dependency-cruiser 16–17: `✔ no dependency violations found (2 modules, 1 dependencies cruised)`, `x 1 dependency violations (1 errors, 0 warnings). …`
  sentences: [
    { when: /^[✔√] no dependency violations found \(\d{1,9} modules, /, says: sayGreen },
    { when: /^[x✘×✖] \d{1,9} dependency violations \((\d{1,9}) errors, (\d{1,9}) warnings(?:, \d{1,9} informational)?\)/, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); } },
  ],
});
