import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf, sayClosed } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by testthat 3.1: reporters check, progress, summary.
export const recognizer: Recognizer = {
  tool: 'testthat',
  kind: 'tests',
  docs: {
    title: 'testthat',
    why: 'Reads its bracket of counts',
    fix: 'Run the named file alone',
    since: '0.1.0',
  },
  marks: ['[ FAIL ', 'Error: Test failures', 'Execution halted', '══ DONE ', '══ Failed tests'],
  open: () =>
    openTable({
      end(out, { sums }) {
        // The bracket is printed before the list of failures and again behind it.
        if (!sums.has('passed')) return;
        sayTally(out, { passed: sums.get('passed') ?? 0, failed: sums.get('failed') ?? 0, skipped: sums.get('skipped') ?? 0, text: `FAIL ${sums.get('failed') ?? 0}, PASS ${sums.get('passed') ?? 0}` });
        if ((sums.get('warnings') ?? 0) > 0) out.say({ kind: 'soft', what: 'warning', amount: sums.get('warnings') ?? 0, text: `WARN ${sums.get('warnings') ?? 0}` });
      },
      rows: [
        {
          when: /^\[ FAIL (?<failed>\d{1,9}) \| WARN (?<warnings>\d{1,9}) \| SKIP (?<skipped>\d{1,9}) \| PASS (?<passed>\d{1,9}) \]/,
          say: ({ failed, warnings, skipped, passed }, _out, { sums }) => { sums.set('failed', numberOf(failed)).set('warnings', numberOf(warnings)).set('skipped', numberOf(skipped)).set('passed', numberOf(passed)); },
        },
        { when: /^── (?:Failure|Error) \('(?<file>[^':]{1,300})(?::(?<line>\d{1,7})(?::\d{1,6})?)?'\): (?<name>\S.{0,200}?) ─*$/, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
        { when: /^Error: Test failures$/, say: sayClosed(false) },
        { when: /^Execution halted$/, say: sayClosed(false) },
        { when: /^══ (?:DONE|Failed tests|Results|Skipped tests|Testing) / },
      ],
    }),
};
