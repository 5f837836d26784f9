import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { countsIn } from '../grammar/counts.js';
import { sayTally } from '../grammar/totals.js';

// cucumber-js 11–12: `2 scenarios (1 failed, 1 passed)`, `6 steps (1 failed, 5 passed)`, `0m00.008s (executing steps: 0m00.000s)`
const SCENARIOS = /^(\d{1,9}) scenarios?(?: \((.{1,200})\))?$/;
const STEPS = /^\d{1,9} steps?(?: \(.{1,200}\))?$/;
const CLOCK = /^\d{1,4}m[\d.]{2,8}s(?: \(executing steps: .{1,30}\))?$/;
const ITEM = /^\d{1,6}\) (?:Scenario: )?(\S.{0,500}?)(?: # (\S{1,400}):(\d{1,7}))?$/;
const RETRIED = /\(attempt \d{1,4}, retried\)$/;
const LIST = /^(Failures|Warnings):$/;
const ROW = /^[.FUAP-]{2,4000}$/;
const INNER = /^ {3,}/;

export const recognizer: Recognizer = {
  tool: 'cucumber-js',
  kind: 'tests',
  docs: { title: 'Cucumber.js', why: 'Reads the counts of scenarios; undefined, ambiguous and pending ones are red, as in strict mode.', fix: 'Define the steps.', since: '0.1.0' },
  marks: [' scenarios (', ' scenario (', '0 scenarios', ') Scenario: '],
  open: openCucumber,
};

function openCucumber(before: () => readonly string[] = () => []): Reducer {
  let list: 'Failures' | 'Warnings' | null = null;
  let flaky = 0;
  let isClosed = false;

  const readItem = (found: RegExpExecArray, out: Out) => {
    const [, name = '', file, line] = found;
    if (RETRIED.test(name)) flaky += 1;
    else out.say({ kind: 'failure', name, file: file ?? null, line: line === undefined ? null : Number(line) });
  };

  return {
    read(line, _at, out) {
      if (line === '') return list !== null;
      if (line.length > 1200) return false;
      const [, total, inner] = SCENARIOS.exec(line) ?? [];
      if (total !== undefined) {
        const counts = countsIn(inner ?? '');
        const red = counts.of('failed', 'undefined', 'ambiguous', 'pending');
        if (red + flaky === 0) sayRedRow(out, before(), ROW, /^(?=[^FUA]*[FUA])(?=[^.]*\.)/);
        sayTally(out, { passed: Math.max(0, counts.of('passed') - flaky), failed: red, skipped: counts.of('skipped'), flaky: Math.min(flaky, counts.of('passed')) });
        list = null;
        flaky = 0;
        isClosed = true;
        return true;
      }
      if (isClosed && (STEPS.test(line) || CLOCK.test(line))) return true;
      const heading = LIST.exec(line)?.[1];
      if (heading === 'Failures' || heading === 'Warnings') {
        list = heading;
        return false;
      }
      const found = line.startsWith(' ') ? null : ITEM.exec(line);
      if (found && (list !== null || line.includes(') Scenario: '))) {
        list ??= 'Failures';
        readItem(found, out);
        return true;
      }
      return list !== null && INNER.test(line);
    },
    end() { /* the counts say all */ },
  };
}
