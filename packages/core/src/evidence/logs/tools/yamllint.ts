import type { Recognizer } from '../../../model/index.js';
import { openTable, sayError, sayWarning } from '../grammar/line-table.js';

// Printed by yamllint 1.29, standard and parsable.
export const recognizer: Recognizer = {
  tool: 'yamllint',
  kind: 'lint',
  docs: {
    title: 'yamllint',
    why: 'Each finding has a level; errors fail',
    fix: 'Fix the errors',
    since: '0.1.0',
  },
  marks: ['       error  ', '     error    ', '  error    ', ' warning  ', ': [error] ', ': [warning] ', '::error file='],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,6}: \[error\] \S/, say: sayError },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,6}: \[warning\] \S/, say: sayWarning },
        { when: /^ {2}(?<line>\d{1,7}):\d{1,6} {1,10}error {1,6}\S.{0,400}(?:\([\w-]{1,40}\)|syntax error.{0,200})$/, say: sayError },
        { when: /^ {2}(?<line>\d{1,7}):\d{1,6} {1,10}warning {1,6}\S.{0,400}\([\w-]{1,40}\)$/, say: sayWarning },
      ],
    }),
};
