import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';

// Printed by Criterion 2.4.
export const recognizer: Recognizer = {
  tool: 'criterion',
  kind: 'tests',
  docs: {
    title: 'Criterion for C',
    why: 'Reads the synthesis line',
    fix: 'Run the binary with `--filter` on the failed test',
    since: '0.1.0',
  },
  marks: ['[====] Synthesis: ', '[FAIL] ', '[----] ', '[CRASH] '],
  open: () =>
    openTable({
      rows: [
        {
          when: /^\[====\] Synthesis: Tested: (?<all>\d{1,9}) \| Passing: (?<passed>\d{1,9}) \| Failing: (?<failing>\d{1,9}) \| Crashing: (?<crashing>\d{1,9})/,
          say: ({ all, passed, failing, crashing }, out) =>
            {
            out.say(numberOf(all) === 0 ? { kind: 'no-tests' } : { kind: 'totals', passed: numberOf(passed), failed: numberOf(failing) + numberOf(crashing), skipped: 0 });
          },
        },
        { when: /^\[(?:FAIL|CRASH)\] (?<name>\w{1,100}::\w{1,100})/, say: ({ name = '' }, out) => { out.say({ kind: 'failure', name, file: null, line: null }); } },
        { when: /^\[(?:----|PASS|SKIP|RUN )\](?: |$)/ },
      ],
    }),
};
