import type { Recognizer } from '../../../model/index.js';
import { openTable, sayError } from '../grammar/line-table.js';

// Printed by pydocstyle 6.2.
export const recognizer: Recognizer = {
  tool: 'pydocstyle',
  kind: 'lint',
  docs: {
    title: 'pydocstyle',
    why: 'Each finding is two lines: the place, then the code',
    fix: 'Add the docstring',
    since: '0.1.0',
  },
  marks: [' at module level:', ' in public ', ' in private '],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<file>[^\s:]{1,300}\.py):(?<line>\d{1,7}) (?:at module level|in (?:public|private) \w{1,20} `\w{1,200}`):$/, say: sayError },
        { when: /^ {8}D\d{3}: \S/ },
      ],
    }),
};
