import type { Recognizer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by minitest 5.15.
export const recognizer: Recognizer = {
  tool: 'minitest',
  kind: 'tests',
  docs: {
    title: 'minitest',
    why: 'Reads `N runs, …` and each failure with its place',
    fix: 'Run the test by name: `-n`',
    since: '0.1.0',
  },
  marks: ['# Running:', ' runs, ', ') Failure:', ') Error:'],
  open: () => {
    const crosses = holdCrosses();
    return openTable({
      unfinished: 'minitest began and printed no counts',
      rows: [
        { when: /^# Running:$/, opens: true },
        {
          when: /^(?<runs>\d{1,9}) runs?, \d{1,9} assertions?, (?<failures>\d{1,9}) failures?, (?<errors>\d{1,9}) errors?, (?<skips>\d{1,9}) skips?$/,
          closes: true,
          say: ({ runs, failures, errors, skips }, out) => {
            const failed = numberOf(failures) + numberOf(errors);
            crosses.close(out, failed);
            sayTally(out, { passed: Math.max(0, numberOf(runs) - failed - numberOf(skips)), failed, skipped: numberOf(skips) });
          },
        },
        { when: /^(?<name>\w[\w:]{0,200}#\S{1,300}) = (?:\d{1,7}\.\d{1,4} s = (?<mark>[.FE]))?$/, say: ({ name = '', mark }, out, _memory, line, at) => {
          if (mark === '.') out.passed(name);
          else if (mark !== undefined) crosses.hold(name, at, line);
        } },
        { when: /^[.FES]{1,4000}$/, inside: true, say: (_groups, _out, _memory, line, at) => !/^(?=[^.]*(?:\.|$))[^FE]*[FE]/.test(line) || crosses.hold(`a mark of failure in \`${line.slice(0, 80)}\``, at, line) },
        { when: /^(?<name>\w[\w:]{0,200}#\S{1,300}) \[(?<file>[^\s:\]]{1,300}):(?<line>\d{1,7})\]:$/, inside: true, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
        { when: /^(?<name>\w[\w:]{0,200}#\S{1,300}):$/, inside: true, say: ({ name = '' }, out) => { out.say({ kind: 'failure', name, file: null, line: null }); } },
        { when: /^(?:You have skipped tests\. Run with --verbose|Run options: |Finished in [\d.]{1,20}s, )/ },
      ],
    });
  },
};
