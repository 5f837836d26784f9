import type { Recognizer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// One mark for each test, plain and in UTF-8.
const ROW = /^[-+*.●◼✱◌]{1,4000}$/;
const RED = /[-*◼✱]/;

// Printed by busted 2.1.
export const recognizer: Recognizer = {
  tool: 'busted',
  kind: 'tests',
  docs: {
    title: 'busted',
    why: 'Reads its line of counts',
    fix: 'Run the named file alone',
    since: '0.1.0',
  },
  marks: [' successes / ', ' success / '],
  open: (before = () => []) =>
    openTable({
      rows: [
        {
          when: /^(?<passed>\d{1,9}) success(?:es)? \/ (?<failures>\d{1,9}) failures? \/ (?<errors>\d{1,9}) errors? \/ (?<pending>\d{1,9}) pending : \d/,
          say: ({ passed, failures, errors, pending }, out) => {
            const failed = numberOf(failures) + numberOf(errors);
            if (failed === 0) sayRedRow(out, before().filter((line) => line.trimEnd().length === numberOf(passed) + numberOf(pending)), ROW, RED);
            sayTally(out, { passed: numberOf(passed), failed, skipped: numberOf(pending) });
          },
        },
        { when: /^(?:Failure|Error) (?:->|→) (?<file>[^\s:]{1,300}) @ (?<line>\d{1,7})$/, say: (groups, out) => { out.say({ kind: 'failure', name: `${groups['file'] ?? ''}:${groups['line'] ?? ''}`, ...placeOf(groups) }); } },
      ],
    }),
};
