import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by Alcotest 1.6.
export const recognizer: Recognizer = {
  tool: 'alcotest',
  kind: 'tests',
  docs: {
    title: 'Alcotest',
    why: 'Reads its closing sentence; `[OK]` owns the words behind it',
    fix: 'Run the named case alone',
    since: '0.1.0',
  },
  marks: ['Test Successful in ', ' failure! in ', ' failures! in ', 'This run has ID `'],
  open: () =>
    openTable({
      unfinished: 'Alcotest began and printed no closing sentence',
      rows: [
        { when: /^This run has ID `/, opens: true },
        { when: /^Test Successful in \d{1,7}\.\d{1,4}s\. (?<tests>\d{1,9}) tests? run\.$/, closes: true, say: ({ tests }, out) => { sayTally(out, { passed: numberOf(tests), failed: 0 }); } },
        { when: /^(?<failed>\d{1,9}) failures?! in \d{1,7}\.\d{1,4}s\. (?<tests>\d{1,9}) tests? run\.$/, closes: true, say: ({ failed, tests }, out) => { sayTally(out, { passed: Math.max(0, numberOf(tests) - numberOf(failed)), failed: numberOf(failed) }); } },
        { when: /^(?:>| ) \[FAIL\] {1,20}(?<suite>\S.{0,100}?) {1,40}\d{1,6} {1,10}(?<name>\S.{0,300})$/, say: ({ suite = '', name = '' }, out) => { out.say({ kind: 'failure', name: `${suite} ${name}`, file: null, line: null }); } },
        { when: /^ {2}\[OK\] {1,20}(?<suite>\S.{0,100}?) {1,40}\d{1,6} {1,10}(?<name>\S.{0,300})$/, say: ({ suite = '', name = '' }, out) => { out.passed(`${suite} ${name}`); } },
      ],
    }),
};
