import type { Recognizer } from '../../../model/index.js';
import { openTable, sayError } from '../grammar/line-table.js';

// Printed by isort 5.6 --check-only.
export const recognizer: Recognizer = {
  tool: 'isort',
  kind: 'lint',
  docs: {
    title: 'isort',
    why: 'Names each file whose imports are not sorted',
    fix: 'Run `isort`',
    since: '0.1.0',
  },
  marks: ['Imports are incorrectly sorted'],
  open: () =>
    openTable({
      rows: [
        { when: /^ERROR: (?<file>\S.{0,400}) Imports are incorrectly sorted and\/or formatted\.$/, say: sayError },
      ],
    }),
};
