import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by bats 1.8 -p.
export const recognizer: Recognizer = {
  tool: 'bats',
  kind: 'tests',
  docs: {
    title: 'bats, pretty',
    why: 'Reads the closing counts; the TAP form is read as TAP',
    fix: 'Run `bats -f` with the name of the failed test',
    since: '0.1.0',
  },
  adoptsTicks: true,
  marks: [' ✓ ', ' ✗ ', '(skipped: ', ' tests, ', ' test, '],
  open: () =>
    openTable({
      rows: [
        // Other runners print the same sentence, and other runners print ticks; bats prints both.
        { when: /[✓✗] \S/, say: (_groups, _out, { notes }) => {
          notes.set('tick', '1');
          return false;
        } },
        { when: /^ {0,3}\S.{0,300}?\d{1,5}\/\d{1,5} (?<mark>[✓✗]) (?<name>\S.{0,300})$/, say: ({ mark, name = '' }, out) => {
          if (mark === '✓') out.passed(name);
          else out.say({ kind: 'failure', name, file: null, line: null });
        } },
        { when: /^ {0,3}\S.{0,300}?\d{1,5}\/\d{1,5} - \S.{0,300} \(skipped/ },
        {
          when: /^(?<tests>\d{1,9}) tests?, (?<failed>\d{1,9}) failures?(?:, (?<skipped>\d{1,9}) skipped)?(?: in \d{1,6} seconds)?$/,
          say: ({ tests, failed, skipped }, out, { notes }) => {
            if (!notes.has('tick')) return false;
            sayTally(out, { passed: Math.max(0, numberOf(tests) - numberOf(failed) - numberOf(skipped)), failed: numberOf(failed), skipped: numberOf(skipped) });
            return true;
          },
        },
      ],
    }),
};
