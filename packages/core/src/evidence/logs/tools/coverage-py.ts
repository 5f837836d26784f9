import type { Recognizer } from '../../../model/index.js';
import { openTable } from '../grammar/line-table.js';

// Printed by coverage.py 6.5. A coverage table alone is no evidence.
export const recognizer: Recognizer = {
  tool: 'coverage-py',
  kind: 'tests',
  docs: {
    title: 'coverage report',
    why: 'Total coverage below `fail_under` is red whatever the tests said',
    fix: 'Cover what the change adds',
    since: '0.1.0',
  },
  marks: ['Coverage failure: total of ', 'No data to report.'],
  open: () =>
    openTable({
      rows: [
        { when: /^Coverage failure: total of /, say: (_groups, out) => { out.say({ kind: 'gate', name: 'coverage' }); } },
        { when: /^No data to report\.$/, say: (_groups, out) => { out.say({ kind: 'gate', name: 'no coverage data' }); } },
      ],
    }),
};
