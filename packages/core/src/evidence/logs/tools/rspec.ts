import type { Recognizer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by RSpec 3.12, hspec 2.8 and Crystal 1.6.
export const recognizer: Recognizer = {
  tool: 'rspec',
  kind: 'tests',
  docs: {
    title: 'RSpec, hspec and Crystal spec',
    why: 'Reads `N examples, M failures` behind the time; errors outside of examples are red',
    fix: 'Run the line that `Failed examples:` prints',
    since: '0.1.0',
  },
  marks: ['Finished in ', ' examples, ', ' example, ', 'rspec ./', 'crystal spec ', 'Failure/Error: ', '"summary_line":"', '(FAILED - ', ' FAILED [', 'No examples found.', 'deprecation warning'],
  open: () =>
    openTable({
      rows: [
        { when: /^Finished in \d{1,6}(?:\.\d{1,9})? (?:seconds?|microseconds|milliseconds|minutes?)/, say: (_groups, _out, { notes }) => {
          notes.set('finished', '1');
          return false;
        } },
        {
          when: /^(?<all>\d{1,9}) examples?, (?<failed>\d{1,9}) failures?(?<rest>(?:, \d{1,9} [a-z][a-z ]{2,40}){0,3})$/,
          say: ({ all, failed, rest = '' }, out, { notes }) => {
            // The program under test may print such a line; the runner's own follows its time.
            if (!notes.delete('finished')) return false;
            const counts = countsIn(rest);
            const red = numberOf(failed) + counts.of('error', 'errors');
            const pending = counts.of('pending');
            sayTally(out, { passed: Math.max(0, numberOf(all) - red - pending), failed: red, skipped: pending });
            return true;
          },
        },
        { when: /^rspec (?:'|)(?<file>[^\s:'[]{1,300})(?::(?<line>\d{1,7})|\[[\d:]{1,40}\])(?:'|) # (?<name>\S.{0,300})$/, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
        { when: /^crystal spec (?<file>[^\s:]{1,300}):(?<line>\d{1,7}) # (?<name>\S.{0,300})$/, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
        { when: /^(?<amount>\d{1,7}) deprecation warnings? total$/, say: ({ amount }, out) => { out.say({ kind: 'soft', what: 'deprecated', amount: numberOf(amount) }); } },
        {
          when: /^\{"version":"\d.*"summary_line":"(?<all>\d{1,9}) examples?, (?<failed>\d{1,9}) failures?/,
          say: ({ all, failed }, out) => {
            sayTally(out, { passed: numberOf(all) - numberOf(failed), failed: numberOf(failed), text: `${all ?? ''} examples, ${failed ?? ''} failures` });
          },
        },
        { when: /^(?:Failed examples:|Pending: \(Failures listed here are|No examples found\.|\s{5,7}Failure\/Error: \S)/ },
      ],
    }),
};
