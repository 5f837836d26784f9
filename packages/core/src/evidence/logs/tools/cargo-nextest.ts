import type { Recognizer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { openTable, sayClosed } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by cargo-nextest 0.9.
export const recognizer: Recognizer = {
  tool: 'cargo-nextest',
  kind: 'tests',
  docs: {
    title: 'cargo nextest',
    why: 'Reads the summary line and each failed test',
    fix: 'Run `cargo nextest run` with the name of the failed test',
    since: '0.1.0',
  },
  marks: ['     Summary [', '    PASS [', '    FAIL [', ' Nextest run ID ', ' tests across ', ' test across '],
  open: () =>
    openTable({
      unfinished: 'nextest began and printed no summary',
      rows: [
        { when: /^ {0,11}(?:Nextest run ID |Starting \d{1,9} tests? across )/, opens: true },
        { when: /^ {0,11}PASS \[ {0,8}\d{1,7}\.\d{1,3}s\] (?:\(\d{1,9}\/\d{1,9}\) )?(?<name>\S.{0,300})$/, opens: true, say: ({ name = '' }, out) => { out.passed(name); } },
        { when: /^ {0,11}(?:FAIL|TIMEOUT|SIG\w{3,5}|ABORT|LEAK-FAIL) \[ {0,8}\d{1,7}\.\d{1,3}s\] (?:\(\d{1,9}\/\d{1,9}\) )?(?<name>\S.{0,300})$/, say: ({ name = '' }, out, { notes }) => { if (!notes.has('summary')) out.say({ kind: 'failure', name, file: null, line: null }); } },
        {
          when: /^ {0,11}Summary \[ {0,8}\d{1,7}\.\d{1,3}s\] (?:\d{1,9}\/)?\d{1,9} tests? run: (?<rest>.{1,300})$/, closes: true,
          say: ({ rest = '' }, out, { notes }) => {
            const counts = countsIn(rest);
            notes.set('summary', '1');
            sayTally(out, { passed: counts.of('passed') - counts.of('flaky'), failed: counts.of('failed', 'timed'), skipped: 0, flaky: counts.of('flaky') });
          },
        },
        { when: /^error: test run failed$/, say: sayClosed(false) },
        { when: /^error: no tests to run$/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
      ],
    }),
};
