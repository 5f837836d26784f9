import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';

// Printed by doctest of Python 3.11. The rule of stars stands before each failure.
export const recognizer: Recognizer = {
  tool: 'doctest',
  kind: 'tests',
  docs: {
    title: 'doctest',
    why: 'Silent when green; with -v it prints counts',
    fix: 'Run `python -m doctest -v`',
    since: '0.1.0',
  },
  marks: ['*'.repeat(40), '***Test Failed*** ', ' passed and ', 'Failed example:', ' passed all tests'],
  open: () =>
    openTable({
      rows: [
        { when: /^\*{3}Test Failed\*{3} (?<failed>\d{1,9}) failures?/, say: ({ failed }, out) => { out.say({ kind: 'totals', passed: 0, failed: numberOf(failed), skipped: 0 }); } },
        { when: /^(?<passed>\d{1,9}) passed and (?<failed>\d{1,9}) failed\.$/, say: ({ passed, failed }, out, { notes }) => {
          (notes.set('counted', '1'), out).say(numberOf(passed) + numberOf(failed) > 0 ? { kind: 'totals', passed: numberOf(passed), failed: numberOf(failed), skipped: 0 } : { kind: 'no-tests' });
        } },
        { when: /^File "(?<file>[^"]{1,300})", line (?<line>\d{1,7}), in (?<name>\S{1,300})$/, say: (groups, out, { notes }) => {
          if (notes.get('fence') !== '1') return false;
          out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) });
          return true;
        } },
        { when: /^Test passed\.$/, say: (_groups, _out, { notes }) => notes.has('counted') },
        { when: /^\*{70}$/, say: (_groups, _out, { notes }) => { notes.set('fence', '1'); } },
        { when: /^\s{0,8}\d{1,7} (?:items? (?:had failures|passed all tests)|tests? in \d{1,7} items?|of +\d{1,7} in \S)/ },
      ],
    }),
};
