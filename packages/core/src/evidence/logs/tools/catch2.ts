import type { Recognizer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';

// Printed by Catch2 2.13 and 3.
export const recognizer: Recognizer = {
  tool: 'catch2',
  kind: 'tests',
  docs: {
    title: 'Catch2',
    why: 'Reads the closing counts of test cases',
    fix: 'Run the binary with the name of the failed case',
    since: '0.1.0',
  },
  marks: ['Passed all ', ' test cases, failed ', ' test case, failed ', 'All tests passed (', 'test cases: ', 'No tests ran', ' host application.', 'No test cases matched'],
  open: () =>
    openTable({
      rows: [
        { when: /^Passed all (?<cases>\d{1,9}) test cases? with /, say: ({ cases }, out) => { out.say({ kind: 'totals', passed: numberOf(cases), failed: 0, skipped: 0 }); } },
        { when: /^Failed (?<cases>\d{1,9}) test cases?, failed \d/, say: ({ cases }, out) => { out.say({ kind: 'totals', passed: 0, failed: numberOf(cases), skipped: 0 }); } },
        { when: /^All tests passed \(\d{1,9} assertions? in (?<cases>\d{1,9}) test cases?\)$/, say: ({ cases }, out) => { out.say({ kind: 'totals', passed: numberOf(cases), failed: 0, skipped: 0 }); } },
        {
          when: /^test cases: {1,9}(?<all>\d{1,9}) \|(?<rest>.{0,200})$/,
          say: ({ all, rest = '' }, out) => {
            const counts = countsIn(rest.replace(/ {2,}/g, ' '));
            out.say({ kind: 'totals', passed: counts.of('passed'), failed: counts.of('failed'), skipped: counts.of('skipped') });
            if (counts.of('skipped') > 0) out.say({ kind: 'soft', what: 'skipped', amount: counts.of('skipped') });
            if (numberOf(all) === 0) out.say({ kind: 'no-tests' });
          },
        },
        { when: /^(?:test cases: 0 \||No tests ran$)/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): FAILED:$/, say: (groups, out) => { out.say({ kind: 'failure', name: `${groups['file'] ?? ''}:${groups['line'] ?? ''}`, ...placeOf(groups) }); } },
        { when: /^(?:assertions: |No test cases matched |\S{1,100} is a Catch )/ },
      ],
    }),
};
