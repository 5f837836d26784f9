import type { Recognizer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by OUnit 2.2.
export const recognizer: Recognizer = {
  tool: 'ounit',
  kind: 'tests',
  docs: {
    title: 'OUnit',
    why: 'Reads `Ran: N tests` and the word behind it',
    fix: 'Run the named case with -only-test',
    since: '0.1.0',
  },
  marks: ['Ran: ', 'FAILED: Cases: '],
  open: (before = () => []) =>
    openTable({
      rows: [
        { when: /^Ran: (?<tests>\d{1,9}) tests? in: \d{1,7}\.\d{1,4} seconds\.$/, say: ({ tests = '0' }, _out, { notes }) => { notes.set('tests', tests); } },
        {
          when: /^OK(?: \(.{1,80}\))?$/,
          say: (_groups, out, { notes }) => {
            const tests = notes.get('tests');
            if (tests === undefined) return false;
            sayRedRow(out, before(), /^[.FESTO]{2,4000}$/, /^(?=[^.]*\.)[^FE]*[FE]/);
            sayTally(out, { passed: Number(tests), failed: 0 });
            return notes.delete('tests');
          },
        },
        {
          when: /^FAILED: Cases: (?<cases>\d{1,9}) Tried: \d{1,9} Errors: (?<errors>\d{1,9}) Failures: (?<failures>\d{1,9}) Skip: {1,4}(?<skip>\d{1,9}) Todo: (?<todo>\d{1,9}) Timeouts: (?<timeouts>\d{1,9})/,
          say: ({ cases, errors, failures, skip, todo, timeouts }, out) => {
            const failed = numberOf(errors) + numberOf(failures) + numberOf(timeouts);
            sayTally(out, { passed: Math.max(0, numberOf(cases) - failed - numberOf(skip) - numberOf(todo)), failed, skipped: numberOf(skip), todo: numberOf(todo) });
          },
        },
      ],
    }),
};
