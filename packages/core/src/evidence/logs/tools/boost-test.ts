import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';

// Printed by Boost.Test 1.74.
export const recognizer: Recognizer = {
  tool: 'boost-test',
  kind: 'tests',
  docs: {
    title: 'Boost.Test',
    why: 'Reads the closing line and each failed check with its place',
    fix: 'Run the binary with `--run_test=` on the failed case',
    since: '0.1.0',
  },
  marks: ['*** No errors detected', ' detected in the test module', ' test case...', ' test cases...', 'Test setup error'],
  open: () =>
    openTable({
      unfinished: 'Boost.Test began and printed no closing line',
      rows: [
        { when: /^Running (?<cases>\d{1,9}) test cases?\.\.\.$/, opens: true, say: ({ cases = '0' }, _out, { notes }) => { notes.set('cases', cases); } },
        { when: /^\*{3} No errors detected$/, closes: true, say: (_groups, out, { notes }) => { out.say(notes.has('cases') ? { kind: 'totals', passed: Number(notes.get('cases')), failed: 0, skipped: 0 } : { kind: 'closed', ok: true }); } },
        { when: /^\*{3} (?<failed>\d{1,9}) failures? (?:is|are) detected/, closes: true, say: ({ failed }, out) => { out.say({ kind: 'totals', passed: 0, failed: numberOf(failed), skipped: 0 }); } },
        { when: /^Test setup error: /, closes: true, say: (_groups, out, _memory, line) => { out.say(line.includes('no test cases matching') ? { kind: 'no-tests' } : { kind: 'closed', ok: false }); } },
        { when: /^(?<file>[^\s:()]{1,300})\((?<line>\d{1,7})\): (?:fatal )?error: in "(?<name>[^"]{1,300})": /, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
      ],
    }),
};
