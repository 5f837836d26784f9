import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { goFolder, readGoEvent } from '../grammar/go-json.js';
import { isOuterFailure } from '../grammar/outer.js';
import { holdFailures } from '../grammar/held-failures.js';

// Printed by go 1.19 to 1.24: `go test`, -v, -json. Fields are separated by tabs; logs that were pasted may hold spaces instead.
const PACKAGE_OK = /^ok\s{1,4}(?<name>[A-Za-z_][^\s]{0,400})\s{1,40}(?:\d{1,7}\.\d{1,6}s|\(cached\))(?<rest>.*)$/;
const PACKAGE_FAIL = /^FAIL\s{1,4}(?<name>[A-Za-z_.][^\s]{0,400})\s{1,40}(?:\d{1,7}\.\d{1,6}s$|\[(?<why>build failed|setup failed)\])/;
const NO_FILES = /^(?:\?\s{1,4}[^\s]{1,400}\s{1,40}\[no test files\]|\t[^\s]{1,400}\t{1,2}coverage: )/;
const NO_PACKAGES = /^(?:go: warning: .{1,300} matched no packages|no packages to test)$/;
const CASE = /^(?<indent> *)--- (?<word>PASS|FAIL|SKIP|BENCH): (?<name>\S.{0,600}?) \(\d{1,7}\.\d{1,6}s\)$/;
const STEP = /^=== (?:RUN|PAUSE|CONT|NAME|FUZZ) {2,}(?<name>\S{1,600})/;
const PLACE = /^ {4,}(?<file>[^\s:]{1,200}\.go):(?<line>\d{1,7}): /;
// Only the first frame in a test file is the test's own place.
const FRAME = /^\t(?<file>[^\s:]{1,400}_test\.go):(?<line>\d{1,7})(?: \+0x[\da-f]{1,16})?$/;
const TIMEOUT = 'panic: test timed out after ';
const TRACE = /^goroutine \d{1,9} (?:gp=\S{1,40} m=\S{1,40} (?:mp=\S{1,40} )?)?\[/;
const PANIC = /^(?:panic: |fatal error: )/;
const LEFT = /^(?:exit status \d|signal: [a-z])/;
const AMBIENT = /^(?:PASS|FAIL|goos: |goarch: |pkg: |cpu: |coverage: \d|testing: warning: no tests to run|-test\.shuffle \d|Benchmark\w{0,200}(?:-\d{1,4})?\s)/;
const LINE_LIMIT = 8000;

export const recognizer: Recognizer = {
  tool: 'go-test',
  kind: 'tests',
  docs: {
    title: 'go test, plain, -v and -json',
    why: 'Reads the verdict of every package and each failed test with its place; what tests print is not read as a result',
    fix: 'Run `go test ./...`; a package without test files is no evidence',
    since: '0.1.0',
  },
  marks: ['ok  ', 'ok \t', '(cached)', 'FAIL\t', 'FAIL  ', 'FAIL ', 'ok ', '--- PASS: ', '--- FAIL: ', '--- SKIP: ', '=== RUN   ', '[no test files]', '[no tests to run]', 'no packages to test', 'matched no packages', '"Action":"', 'goroutine ', 'panic: test timed out after '],
  open: openGoTest,
};

function openGoTest(): Reducer {
  const held = holdFailures();
  const sums = { passed: 0, failed: 0, skipped: 0, packages: 0, empty: 0, at: 0, text: '' };
  let place: { file: string; line: number } | null = null;
  let running = false; // inside the output of verbose tests
  let tracing = false; // inside the traces of a panic
  let named = false; // a failure of the package that is being read was named
  let red = false;

  const closing = (line: string, at: number) => {
    running = tracing = named = false;
    place = null;
    Object.assign(sums, { at, text: line });
  };
  const fail = (out: Out, name: string, file: string | null, at: number, text: string) => {
    named = red = true;
    held.hold({ name, file, at, text }, out);
  };

  const readCase = (line: string, at: number, out: Out): boolean => {
    const found = line.includes('--- ') ? line.search(/(?:^ *|[^ ])--- (?:PASS|FAIL|SKIP|BENCH): /) : -1;
    if (found < 0) return false;
    // Output without a line end stands before it.
    const { indent = '', word, name = '' } = CASE.exec(found === 0 && /^[ -]/.test(line) ? line : line.slice(found + 1))?.groups ?? {};
    if (word === undefined || (found > 0 && !running)) return false;
    tracing = false;
    if (word === 'FAIL') {
      fail(out, name, null, at, line);
      if (indent === '') sums.failed += 1;
      if (place) held.tell(out, place);
      return true;
    } else {
      held.tell(out);
      if (word === 'PASS') {
        out.passed(name);
        sums.passed += 1;
      } else if (word === 'SKIP') sums.skipped += 1;
    }
    if (indent === '') place = null;
    return true;
  };

  const readPackage = (line: string, at: number, out: Out): boolean => {
    const ok = PACKAGE_OK.exec(line)?.groups;
    if (ok && (line.startsWith('ok  \t') || /[./]/.test(ok['name'] ?? ''))) {
      held.tell(out);
      if ((ok['rest'] ?? '').includes('[no tests to run]')) sums.empty += 1;
      else sums.packages += 1;
      closing(line, at);
      const name = goFolder(ok['name'] ?? '');
      if (name !== '' && !(ok['rest'] ?? '').includes('[no tests to run]')) out.passed(name);
      return true;
    }
    const bad = PACKAGE_FAIL.exec(line)?.groups;
    if (bad) {
      held.tell(out);
      if (!named) {
        red = true;
        sums.failed += 1;
        out.say({ kind: 'failure', name: `${bad['name'] ?? ''}${bad['why'] === undefined ? '' : ` [${bad['why']}]`}`, file: null, line: null });
      }
      closing(line, at);
      return true;
    }
    if (NO_FILES.test(line) || NO_PACKAGES.test(line)) {
      sums.empty += 1;
      if (sums.packages + sums.failed === 0) Object.assign(sums, { at, text: line });
      return true;
    }
    return false;
  };

  const readTrace = (line: string, at: number, out: Out): boolean => {
    const found = (tracing ? FRAME : PLACE).exec(line)?.groups;
    if (found && (running || held.waiting > 0)) {
      const here = { file: found['file'] ?? '', line: Number(found['line']) };
      if (held.waiting > 0) held.tell(out, here);
      else place ??= here;
      return true;
    }
    if (PANIC.test(line) && (running || named || held.waiting > 0 || line.startsWith(TIMEOUT))) {
      if (line.startsWith(TIMEOUT)) {
        out.say({ kind: 'failure', name: line.slice(7, 200), file: null, line: null });
        named = true;
      }
      tracing = red = true;
      return true;
    }
    if (TRACE.test(line)) {
      if (!red) out.say({ kind: 'gate', name: 'panic' });
      tracing = red = true;
      sums.at = at;
      return true;
    }
    return false;
  };

  return {
    read(line, at, out) {
      if (line === '') return running || tracing;
      if (line.length > LINE_LIMIT && line.charCodeAt(0) !== 0x7b) return running || tracing;
      switch (line.charCodeAt(0)) {
        case 0x7b: { // {
          const event = readGoEvent(line);
          if (event === null) break;
          if (event.kind === 'passed') {
            if (!event.isPackage) out.passed(event.name);
            sums[event.isPackage ? 'packages' : 'passed'] += 1;
          } else if (event.kind === 'skipped') sums[event.isPackage ? 'empty' : 'skipped'] += 1;
          else if (event.kind === 'place') place = event;
          else if (event.kind === 'failed') {
            if (!event.isPackage || !named) {
              red = named = true;
              sums.failed += 1;
              out.say({ kind: 'failure', name: event.name, file: place?.file ?? null, line: place?.line ?? null, text: `FAIL ${event.name}` });
            }
            place = null;
          }
          if (event.kind === 'begun') running = true;
          else if ('isPackage' in event && event.isPackage) closing(event.name, at);
          return true;
        }
        case 0x3d: { // =
          if (!STEP.test(line)) break;
          place = null;
          tracing = false;
          return (running = true);
        }
        case 0x6f: // ok
        case 0x3f: // ?
        case 0x46: // FAIL
        case 0x6e: // no packages
        case 0x67: // go: warning
        case 0x09:
          if (readPackage(line, at, out)) return true;
          break;
      }
      if (readCase(line, at, out) || readTrace(line, at, out)) return true;
      if (AMBIENT.test(line) && (running || sums.text !== '' || named || /^(?:testing: |pkg: |coverage: )/.test(line) || line === 'PASS' || line === 'FAIL')) {
        if (line !== 'PASS' && line !== 'FAIL') return true;
        const known = running || named || sums.text !== '';
        if (known) running = tracing = false;
        if (known && sums.text === '') Object.assign(sums, { at, text: line });
        return known;
      }
      if (LEFT.test(line)) return running || named || tracing;
      if (isOuterFailure(line)) return false;
      return running || tracing || (held.waiting > 0 && line.startsWith('    '));
    },
    end(out) {
      held.tell(out);
      const { passed, failed, skipped, packages, empty, at, text } = sums;
      const where = at > 0 ? { text, from: at } : {};
      if (running && !red) out.say({ kind: 'unfinished', text: 'go test began and never reached the verdict of the package' });
      else if (passed + failed > 0 || (packages > 0 && skipped === 0)) out.say({ kind: 'totals', passed: Math.max(passed, packages), failed, skipped, ...where });
      else if (!red && (empty > 0 || skipped > 0)) out.say({ kind: 'no-tests', ...where });
      if (skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: skipped, ...where });
    },
  };
}
