import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf, sayClosed } from '../grammar/line-table.js';

// Printed by doctest 2.4.
export const recognizer: Recognizer = {
  tool: 'doctest-cpp',
  kind: 'tests',
  docs: {
    title: 'doctest for C++',
    why: 'Reads the closing counts and the status',
    fix: 'Run the binary with `-tc=` on the failed case',
    since: '0.1.0',
  },
  marks: ['[doctest] '],
  open: () =>
    openTable({
      unfinished: 'doctest began and printed no counts',
      rows: [
        {
          when: /^\[doctest\] test cases: {1,9}(?<all>\d{1,9}) \| {1,9}(?<passed>\d{1,9}) passed \| {1,9}(?<failed>\d{1,9}) failed \| {1,9}(?<skipped>\d{1,9}) skipped/,
          closes: true,
          say: ({ passed, failed, all }, out) => {
            if (numberOf(all) === 0) out.say({ kind: 'no-tests' });
            else out.say({ kind: 'totals', passed: numberOf(passed), failed: numberOf(failed), skipped: 0 });
          },
        },
        { when: /^\[doctest\] doctest version is /, opens: true },
        { when: /^\[doctest\] Status: FAILURE!$/, say: sayClosed(false) },
        { when: /^\[doctest\] / },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): (?:FATAL )?ERROR: /, inside: true, say: (groups, out, _memory, line) => { out.say({ kind: 'failure', name: line.slice(0, 200), ...placeOf(groups) }); } },
      ],
    }),
};
