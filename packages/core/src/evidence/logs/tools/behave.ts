import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by behave 1.2.
export const recognizer: Recognizer = {
  tool: 'behave',
  kind: 'tests',
  docs: {
    title: 'behave',
    why: 'Reads the line of scenarios; undefined steps are red',
    fix: 'Run the named scenario',
    since: '0.1.0',
  },
  marks: [' scenarios passed, ', ' scenario passed, ', ' steps passed, ', ' step passed, ', 'Failing scenarios:', ' features passed, ', ' feature passed, '],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<passed>\d{1,9}) scenarios? passed, (?<failed>\d{1,9}) failed, (?<skipped>\d{1,9}) skipped/, say: ({ passed, failed, skipped }, out) => { sayTally(out, { passed: numberOf(passed), failed: numberOf(failed), skipped: numberOf(skipped) }); } },
        { when: /^Failing scenarios:$/, say: (_groups, _out, { notes }) => { notes.set('list', '1'); } },
        { when: /^ {2}(?<file>[^\s:]{1,300}\.feature):(?<line>\d{1,7}) {1,4}(?<name>\S.{0,300})$/, say: (groups, out, { notes }) => {
          if (!notes.has('list')) return false;
          out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) });
          return true;
        } },
        { when: /^\d{1,9} (?:features?|steps?) passed, / },
        { when: /^Took \d{1,6}m\d/ },
      ],
    }),
};
