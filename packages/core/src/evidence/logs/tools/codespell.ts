import type { Recognizer } from '../../../model/index.js';
import { openTable, sayError } from '../grammar/line-table.js';

// Printed by codespell 2.2: `a.txt:1: teh ==> the`.
export const recognizer: Recognizer = {
  tool: 'codespell',
  kind: 'lint',
  docs: {
    title: 'codespell',
    why: 'Each line names a misspelling and its correction; the tool has no word for failure',
    fix: 'Correct the spelling',
    since: '0.1.0',
  },
  marks: [' ==> '],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): [\w\x27-]{1,80} ==> \S/, say: sayError },
      ],
    }),
};
