import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';

// Printed by Check 0.15.
export const recognizer: Recognizer = {
  tool: 'check-c',
  kind: 'tests',
  docs: {
    title: 'Check',
    why: 'Reads `N%: Checks: N, Failures: N, Errors: N`',
    fix: 'Run the failed case alone with CK_RUN_CASE',
    since: '0.1.0',
  },
  marks: ['%: Checks: '],
  open: () =>
    openTable({
      rows: [
        {
          when: /^\d{1,3}%: Checks: (?<all>\d{1,9}), Failures: (?<failures>\d{1,9}), Errors: (?<errors>\d{1,9})$/,
          say: ({ all, failures, errors }, out) => {
            const failed = numberOf(failures) + numberOf(errors);
            out.say(numberOf(all) === 0 ? { kind: 'no-tests' } : { kind: 'totals', passed: numberOf(all) - failed, failed, skipped: 0 });
          },
        },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}):[FE]:[^:]{1,100}:(?<name>[^:]{1,200}):\d{1,7}: /, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
      ],
    }),
};
