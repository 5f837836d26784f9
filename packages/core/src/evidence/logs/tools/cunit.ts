import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';

// Printed by CUnit 2.1, basic interface.
export const recognizer: Recognizer = {
  tool: 'cunit',
  kind: 'tests',
  docs: {
    title: 'CUnit',
    why: 'Reads the row of tests in the closing table',
    fix: 'Fix the named assertion',
    since: '0.1.0',
  },
  marks: ['CUnit - A unit testing framework', 'Run Summary:', '               tests '],
  open: () =>
    openTable({
      unfinished: 'CUnit began and printed no table',
      rows: [
        { when: /^ {5}CUnit - A unit testing framework/, opens: true },
        { when: /^ {2}Test: (?<name>\S.{0,200}?) \.\.\.passed$/, say: ({ name = '' }, out) => { out.passed(name); } },
        { when: /^ {2}Test: (?<name>\S.{0,200}?) \.\.\.FAILED$/, say: ({ name = '' }, out) => { out.say({ kind: 'failure', name, file: null, line: null }); } },
        {
          when: /^ {10,20}tests {1,12}(?<all>\d{1,9}) {1,12}(?<ran>\d{1,9}) {1,12}(?<passed>\d{1,9}) {1,12}(?<failed>\d{1,9}) {1,12}\d{1,9}$/,
          say: ({ passed, failed, ran }, out, { notes }) => {
            if (numberOf(failed) > 0) notes.set('red', '1');
            out.say(numberOf(ran) === 0 ? { kind: 'no-tests' } : { kind: 'totals', passed: numberOf(passed), failed: numberOf(failed), skipped: 0 });
          },
        },
        { when: /^ {10,20}(?:suites|asserts) {1,12}\d{1,9} {1,12}\d{1,9} {1,12}(?:\d{1,9}|n\/a) {1,12}(?<failed>\d{1,9}) /, say: ({ failed }, out, { notes }) => { if (numberOf(failed) > 0 && !notes.has('red')) out.say({ kind: 'closed', ok: false }); } },
        { when: /^Elapsed time = /, closes: true },
      ],
    }),
};
