import type { Recognizer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

const CASE = /^ {2,60}\S.{0,300}?: {1,80}FAIL(?: \(\d.{0,20}\))?$/;

// Printed by tasty-hunit 0.10.
export const recognizer: Recognizer = {
  tool: 'tasty',
  kind: 'tests',
  docs: {
    title: 'Tasty',
    why: 'Reads its closing sentence',
    fix: 'Run with -p on the named test',
    since: '0.1.0',
  },
  marks: [' tests passed (', ' tests failed (', ' test passed ('],
  open: (before = () => []) =>
    openTable({
      rows: [
        { when: /^All (?<tests>\d{1,9}) tests? passed \(\d{1,7}\.\d{1,3}s\)$/, say: ({ tests }, out) => {
          sayRedRow(out, before(), CASE, CASE);
          sayTally(out, { passed: numberOf(tests), failed: 0 });
        } },
        { when: /^(?<failed>\d{1,9}) out of (?<tests>\d{1,9}) tests? failed \(\d{1,7}\.\d{1,3}s\)$/, say: ({ failed, tests }, out) => { sayTally(out, { passed: numberOf(tests) - numberOf(failed), failed: numberOf(failed) }); } },
      ],
    }),
};
