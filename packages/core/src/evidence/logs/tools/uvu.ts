import type { Recognizer, Reducer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { holdFailures } from '../grammar/held-failures.js';
import { sayTally } from '../grammar/totals.js';

// uvu 0.5: no line says "failed"; `Passed` below `Total` does. Skipped tests are not part of the total.
const COUNT = /^ {2}(Total|Passed|Skipped|Duration): +(\d{1,9})(?:\.\d{1,9}ms)?$/;
const FAIL = /^ {3}FAIL {2}(\S.{0,1000})$/;
// ` a.js  • ✘   (1 / 2)`
const ROW = /^.{0,300}[•✘] ?[•✘ ]{0,4000} {2,}\(\d{1,9} \/ \d{1,9}\)$/;
const FRAME = /^ {4}at (?:.{1,300} \()?(?:file:\/\/)?([^\s()]{1,500}):(\d{1,7}):\d{1,7}\)?$/;

export const recognizer: Recognizer = {
  tool: 'uvu',
  kind: 'tests',
  docs: { title: 'uvu', why: 'Compares `Passed` with `Total` and reads each FAIL block.', fix: 'Keep the output of the runner as it is.', since: '0.1.0' },
  marks: ['  Total:     ', '   FAIL  '],
  open: openUvu,
};

function openUvu(before: () => readonly string[] = () => []): Reducer {
  let counts: Record<string, number> = {};
  let from = 0;
  let isFailing = false;
  const failures = holdFailures();
  return {
    read(line, at, out) {
      if (line === '') return isFailing;
      if (line.charCodeAt(0) !== 32 || line.length > 1200) {
        isFailing = false;
        return false;
      }
      const [, label, amount] = COUNT.exec(line) ?? [];
      if (label !== undefined) {
        failures.tell(out);
        isFailing = false;
        if (label === 'Total') {
          counts = {};
          from = at;
        } else if (counts['Total'] === undefined) return false;
        counts[label] = Number(amount);
        if (label === 'Duration') {
          const { Total: total = 0, Passed: passed = 0, Skipped: skipped = 0 } = counts;
          if (passed >= total) sayRedRow(out, before(), ROW, /✘/);
          sayTally(out, { passed, failed: Math.max(0, total - passed), skipped, from, text: `Total: ${total}, Passed: ${passed}, Skipped: ${skipped}` });
          counts = {};
        }
        return true;
      }
      const name = FAIL.exec(line)?.[1];
      if (name !== undefined) {
        failures.tell(out);
        failures.hold({ name: name.replaceAll('"', ''), file: null, at, text: line }, out);
        isFailing = true;
        return true;
      }
      if (!isFailing) return false;
      const [, file, row] = FRAME.exec(line) ?? [];
      if (failures.waiting > 0 && file !== undefined && !file.includes('node_modules/')) failures.tell(out, { file, line: Number(row) });
      return line.startsWith('    ');
    },
    end(out) {
      failures.tell(out);
    },
  };
}
