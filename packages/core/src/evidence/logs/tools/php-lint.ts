import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed, sayError } from '../grammar/line-table.js';

// Printed by PHP 8.2.
export const recognizer: Recognizer = {
  tool: 'php-lint',
  kind: 'lint',
  docs: {
    title: 'php -l',
    why: 'Reads its closing sentence',
    fix: 'Fix the named line',
    since: '0.1.0',
  },
  marks: ['No syntax errors detected in ', 'PHP Parse error: ', 'Errors parsing ', 'Parse error: '],
  open: () =>
    openTable({
      rows: [
        { when: /^No syntax errors detected in \S/, say: sayClosed(true) },
        { when: /^(?:PHP )?Parse error: {1,3}.{1,300} in (?<file>\S{1,300}) on line (?<line>\d{1,7})$/, say: sayError },
        { when: /^Errors parsing \S/, say: sayClosed(false) },
      ],
    }),
};
