import type { Recognizer } from '../../../model/index.js';
import { addTo, openTable, numberOf } from '../grammar/line-table.js';

// Printed by ctest 3.25: default, -V, --output-on-failure, --repeat.
const STARTED = /^(?:Test project \/|Internal ctest changing into directory: )/;
const CASE = /^ {0,4}\d{1,6}\/\d{1,6} Test {1,4}#\d{1,6}: (?<name>\S.{0,300}?) \.{2,}(?<stars>[* ]{3})(?<word>Passed|Failed|Timeout|Skipped|Not Run|Exception: \S{1,40}|[A-Z][A-Za-z ]{2,30}?)(?: \(Disabled\))? .{0,200}sec/;
const DISABLED = /^ {0,4}\d{1,6}\/\d{1,6} Test {1,4}#\d{1,6}: .{1,400}\.{2,}\*{3}Not Run \(Disabled\)/;
const TOTALS = /^\d{1,3}% tests passed, (?<failed>\d{1,9}) tests? failed out of (?<all>\d{1,9})$/;
const LISTED = /^\t {0,10}\d{1,6} - (?<name>\S.{0,300}) \((?<why>Failed|Timeout|SEGFAULT|Child aborted|Subprocess killed|Not Run|Bad Command|.{0,40}Exception.{0,40}|Skipped|Disabled|Other.{0,40}|ILLEGAL|NUMERICAL|INTERRUPT)\)$/;

export const recognizer: Recognizer = {
  tool: 'ctest',
  kind: 'tests',
  docs: {
    title: 'CTest',
    why: 'Reads `N% tests passed, M tests failed` by its numbers, and each failed test by name',
    fix: 'Run `ctest --rerun-failed --output-on-failure`',
    since: '0.1.0',
  },
  marks: ['Test project /', 'Internal ctest changing', '% tests passed, ', 'No tests were found!!!', 'Errors while running CTest', 'The following tests ', ' Test #', ' Test  #', 'ctest: error'],
  open: () =>
    openTable({
      unfinished: 'ctest began and printed no totals',
      rows: [
        { when: STARTED, opens: true },
        {
          when: TOTALS, closes: true,
          say: ({ failed, all }, out, memory) => {
            const skipped = memory.sums.get('skipped') ?? 0;
            const passed = Math.max(0, numberOf(all) - numberOf(failed) - (skipped - (memory.sums.get('disabled') ?? 0)));
            if (passed + numberOf(failed) > 0) out.say({ kind: 'totals', passed, failed: numberOf(failed), skipped });
            else out.say({ kind: 'no-tests' });
            const flaky = memory.sums.get('retried') ?? 0;
            if (numberOf(failed) === 0 && flaky > 0) out.say({ kind: 'soft', what: 'flaky', amount: flaky });
            if (skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: skipped });
          },
        },
        { when: /^No tests were found!!!$/, closes: true, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: DISABLED, say: (_groups, _out, memory) => { addTo(memory, 'skipped', addTo(memory, 'disabled') > 0 ? 1 : 0); } },
        {
          when: CASE,
          say: ({ name = '', word }, out, memory) => {
            if (word === 'Passed') out.passed(name);
            else if (word === 'Skipped') addTo(memory, 'skipped');
            else addTo(memory, 'retried');
          },
        },
        { when: LISTED, say: ({ name = '', why }, out) => { if (!(why === 'Skipped' || why === 'Disabled')) out.say({ kind: 'failure', name, file: null, line: null }); } },
        { when: /^(?:Errors while running CTest|Output from these tests are in: |Use "--rerun-failed|The following tests (?:FAILED|did not run):|Total Test time \(real\) = )/ },
      ],
    }),
};
