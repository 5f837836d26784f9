import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by cabal 3.4 test, and by Setup test. The suites are counted; what one prints is read by the runner that it is.
export const recognizer: Recognizer = {
  tool: 'cabal',
  kind: 'tests',
  docs: {
    title: 'cabal test',
    why: 'Reads the closing sentence and each failed suite',
    fix: 'Run `cabal test --test-show-details=direct`',
    since: '0.1.0',
  },
  marks: [' test suites...', 'Test suite ', ' test suites (', 'Package has no test suites', 'cabal: Tests failed for'],
  open: () =>
    openTable({
      unfinished: 'cabal began its test suites and never counted them',
      isOpenRegion: true,
      rows: [
        { when: /^Running \d{1,6} test suites\.\.\.$/, opens: true },
        { when: /^Test suite (?<name>\S{1,200}): (?<word>RUNNING\.\.\.|PASS|FAIL|ERROR)$/, say: ({ name = '', word }, out) => {
          if (word === 'PASS') out.passed(name);
          else if (word !== 'RUNNING...') out.say({ kind: 'failure', name, file: null, line: null });
        } },
        { when: /^(?<passed>\d{1,6}) of (?<all>\d{1,6}) test suites \(\d{1,9} of \d{1,9} test cases\) passed\.$/, closes: true, say: ({ passed, all }, out) => { sayTally(out, { passed: numberOf(passed), failed: Math.max(0, numberOf(all) - numberOf(passed)) }); } },
        { when: /^(?:Package has no test suites\.|Error: cabal: Cannot test .{0,300}no test suites?)$/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^cabal: Tests failed for /, say: (_groups, out, _memory, line) => { out.say({ kind: 'gate', name: line.slice(0, 200) }); } },
        { when: /^Test suite logged to: / },
      ],
    }),
};
