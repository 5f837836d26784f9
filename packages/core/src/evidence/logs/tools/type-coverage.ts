import { bySentences, sayGreen, sayGate } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'type-coverage',
  kind: 'lint',
  docs: { title: 'type-coverage', why: 'Reads its closing sentence; the rate below the target is red.', fix: 'Give the named expressions a type.', since: '0.1.0' },
  marks: ['type-coverage success.', 'The type coverage rate('],
  // type-coverage 2.30: `(3 / 6) 50.00%`, `The type coverage rate(50.00%) is lower than the target(99%).`
  sentences: [
    { when: /^type-coverage success\.$/, says: sayGreen },
    { when: /^The type coverage rate\([\d.]{1,12}%\) (?:is lower than|doesn't match|does not match) the target\(/, says: sayGate },
  ],
});
