import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { sayTally } from '../grammar/totals.js';

// bats 1.8 -p. On a terminal a tick is drawn behind what stood in the line: `   adds1/2 ✓ adds`.
const DRAWN = /\d{1,5}\/\d{1,5} $/;
const SKIPPED = /^ {0,3}\S.{0,300}?\d{1,5}\/\d{1,5} - \S.{0,300} \(skipped/;
const COUNTS = /^(\d{1,9}) tests?, (\d{1,9}) failures?(?:, (\d{1,9}) skipped)?(?: in \d{1,6} seconds)?$/;
const NAME = 300;

export const recognizer: Recognizer = {
  tool: 'bats',
  kind: 'tests',
  docs: {
    title: 'bats, pretty',
    why: 'Reads the closing counts; the TAP form is read as TAP',
    fix: 'Run `bats -f` with the name of the failed test',
    since: '0.1.0',
  },
  adoptsTicks: true,
  marks: [' ✓ ', ' ✗ ', '(skipped: ', ' tests, ', ' test, '],
  open: openBats,
};

function openBats(): Reducer {
  let sawTick = false;
  return {
    read(line, _at, out) {
      const green = line.indexOf('✓ ');
      const mark = green < 0 ? line.indexOf('✗ ') : green;
      if (mark >= 0) {
        // Other runners print the counts as bats does, and other runners print ticks; bats prints both.
        sawTick = true;
        return mark > 4 && mark < 1000 && readDrawn(line, mark, green >= 0, out);
      }
      if (line.endsWith(')') && line.length < 1000 && line.includes('/')) return SKIPPED.test(line);
      const [, tests, failed, skipped] = sawTick && line.length < 100 ? (COUNTS.exec(line) ?? []) : [];
      if (tests === undefined) return false;
      sayTally(out, { passed: Math.max(0, Number(tests) - Number(failed) - Number(skipped ?? 0)), failed: Number(failed), skipped: Number(skipped ?? 0) });
      return true;
    },
    end() { /* the counts say all */ },
  };
}

function readDrawn(line: string, mark: number, isGreen: boolean, out: Out): boolean {
  if (!DRAWN.test(line.slice(Math.max(0, mark - 12), mark))) return false;
  const name = line.slice(mark + 2, mark + 2 + NAME);
  if (isGreen) out.passed(name);
  else out.say({ kind: 'failure', name, file: null, line: null });
  return true;
}
