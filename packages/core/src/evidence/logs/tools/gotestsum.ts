import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { countsIn } from '../grammar/counts.js';
import { holdFailures } from '../grammar/held-failures.js';
import { isOuterFailure } from '../grammar/outer.js';

// Printed by gotestsum 1.8: formats pkgname, testname, dots, standard-verbose, and its summary.
const DONE = /^DONE (?:(?<runs>\d{1,6}) runs, )?(?<rest>\d{1,9} tests?(?:, \d{1,9} [a-z]+){0,4}) in \d{1,9}\.\d{1,6}s$/;
const SECTION = /^=== (?:Failed|Skipped|Errors)$/;
const FAILED = /^=== FAIL: (?<pack>\S{1,300}) (?<name>\S.{0,600}?) \(\d{1,7}\.\d{1,6}s\)(?: \(re-run \d{1,4}\))?$/;
const SKIPPED = /^=== SKIP: \S/;
const CASE = /^(?<word>PASS|FAIL|SKIP|EMPTY) (?<name>(?:Test|Example|Fuzz|Benchmark)\S{0,600})(?: \(re-run \d{1,4}\))? \(\d{1,7}\.\d{1,6}s\)$/;
const PLACE = /^ {4,}(?<file>[^\s:]{1,200}\.go):(?<line>\d{1,7}): /;
const LINE_LIMIT = 4000;

export const recognizer: Recognizer = {
  tool: 'gotestsum',
  kind: 'tests',
  docs: {
    title: 'gotestsum',
    why: 'Reads the DONE line of each run; what passed on a rerun is flaky, not failed',
    fix: 'Leave the summary on',
    since: '0.1.0',
  },
  marks: ['DONE ', '=== Failed', '=== Skipped', '=== Errors', '=== FAIL: ', '=== SKIP: ', 'PASS Test', 'FAIL Test'],
  adoptsTicks: true,
  open: openGotestsum,
};

function openGotestsum(): Reducer {
  const held = holdFailures();
  const crosses = holdCrosses();
  let inside = false;
  let done: { at: number; text: string; runs: number; tests: number; failed: number; skipped: number; last: number } | null = null;

  return {
    read(line, at, out) {
      if (line === '' || line.length > LINE_LIMIT) return inside;
      const groups = line.startsWith('DONE ') ? DONE.exec(line)?.groups : undefined;
      if (groups) {
        held.tell(out);
        const counts = countsIn(groups['rest'] ?? '');
        const failed = counts.of('failure', 'failures', 'error', 'errors');
        done = {
          at, text: line, runs: Number(groups['runs'] ?? 1), tests: counts.of('test', 'tests'), failed, skipped: counts.of('skipped'),
          // The numbers of a rerun include those before it.
          last: groups['runs'] === undefined ? failed : failed - (done?.failed ?? 0),
        };
        inside = false;
        return true;
      }
      if (line.startsWith('=== ')) {
        if (SECTION.test(line) || SKIPPED.test(line)) {
          held.tell(out);
          return (inside = true);
        }
        const name = FAILED.exec(line)?.groups?.['name'];
        if (name === undefined) return false;
        held.hold({ name, file: null, at, text: line }, out);
        return (inside = true);
      }
      const { word, name = '' } = CASE.exec(line)?.groups ?? {};
      if (word !== undefined) {
        if (word === 'PASS') out.passed(name);
        else if (word === 'FAIL') crosses.hold(name, at, line);
        return true;
      }
      if (!inside || isOuterFailure(line)) return false;
      const place = PLACE.exec(line)?.groups;
      if (place) held.tell(out, { file: place['file'] ?? '', line: Number(place['line']) });
      return true;
    },
    end(out) {
      held.tell(out);
      crosses.close(out, done?.failed ?? 1);
      if (done) sayDone(done, out);
      else if (inside) out.say({ kind: 'unfinished', text: 'gotestsum began its summary and never closed it' });
    },
  };
}

function sayDone({ at, text, runs, tests, failed, skipped, last }: { at: number; text: string; runs: number; tests: number; failed: number; skipped: number; last: number }, out: Out): void {
  const place = { text, from: at };
  const red = runs > 1 ? last : failed;
  if (tests + failed === 0) out.say({ kind: 'no-tests', ...place });
  else out.say({ kind: 'totals', passed: Math.max(0, tests - failed - skipped), failed: red, skipped, ...place });
  if (skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: skipped, ...place });
  if (red === 0 && failed > 0) out.say({ kind: 'soft', what: 'flaky', amount: failed, ...place });
}
