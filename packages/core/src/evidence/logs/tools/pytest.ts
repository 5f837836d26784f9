import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { isOuterFailure } from '../grammar/outer.js';
import { openPytestFailures } from '../grammar/pytest-failures.js';

// Printed by pytest 7.2 and 9.0 (default, -v, -q, -qq), pytest-cov 4.0, pytest-timeout 2.1, pytest-xdist 3.1, pytest-rerunfailures 10.2.
const RULE = /^=+ (?<title>.{1,400}?) =+$/;
const CLOSING = /^(?:\d{1,9} [a-z]+(?:, \d{1,9} [a-z]+)*|no tests ran|no tests collected \(\d{1,9} deselected\)|\d{1,9}\/\d{1,9} tests? collected \(\d{1,9} deselected\)(?:, \d{1,9} [a-z]+)*|\d{1,9} tests? collected(?:, \d{1,9} [a-z]+)*) in \d{1,9}(?:\.\d{1,6})?(?:s| seconds)(?: \([\d:]{1,12}\))?$/;
const CLOSING_LIMIT = 400;
const HEADER = 'test session starts';
const SUMMARY = 'short test summary info';
const CAPTURED = /^-+ (?:Captured|live log) /;
const STOP = /^!+ (?<why>.{1,300}?) !+$/;
const TIMEOUT = /^\+{10,100} Timeout \+{10,100}$/;
const FILE_PROGRESS = /^(?<file>[^\s:]{1,300}\.\w{1,8}) (?<marks>[.FEsxXRuP,-]+)(?: +\[ *(?<percent>\d{1,3})%\])?$/;
const PROGRESS = /^(?<marks>[.FEsxXRuP,-]+)(?: +\[ *(?<percent>\d{1,3})%\])?$/;
const CASE = /^(?:\[gw\d{1,4}\] \[ *\d{1,3}%\] [A-Z]+ )?[^\s:]{1,300}\.\w{1,8}::\S/;
const OUTCOME = / (?<outcome>PASSED|SKIPPED|XFAIL|XPASS|FAILED|ERROR|RERUN)(?: \(.{0,300}\))? *(?:\[ *\d{1,3}%\])?$/;
const XDIST = /^\[gw\d{1,4}\] \[ *\d{1,3}%\] (?<outcome>[A-Z]+) (?<name>\S.*)$/;
const LATE = /^(?<outcome>PASSED) *(?:\[ *\d{1,3}%\])?$/;
const COVERAGE = /^(?:FAIL Required test coverage of \S{1,12} not reached|(?:ERROR: )?Coverage failure: total of )/;
const USAGE = 'ERROR: usage: ';
const ERROR_LINE = /^(?:ERROR: (?:file or directory not found|not found: |Wrong expression|found no collectors|Unknown|invalid)|ImportError while loading conftest |(?:\S{0,80}pytest|__main__\.py): error: )/;
const CRASH = 'Fatal Python error: ';
const TRACE = /^(?:E {2,}|>| {2,}|\S{1,300}:\d{1,7}: |$)/;

type Section = 'none' | 'output' | 'summary' | 'trace';

export const recognizer: Recognizer = {
  tool: 'pytest',
  kind: 'tests',
  docs: {
    title: 'pytest, terminal reporter',
    why: 'Reads the closing line, the short summary and what may overrule them: coverage below the threshold, interrupts, crashes',
    fix: 'Leave the closing line on: `-q` is fine, `-qq` hides it',
    since: '0.1.0',
  },
  marks: [
    HEADER, SUMMARY, '.py::', ' [100%]', '= FAILURES =', '= ERRORS =', 'INTERNALERROR>', 'ImportError while loading conftest', 'ERROR: usage: ', 'no tests ran in ',
    ' passed in ', ' failed in ', ' error in ', ' errors in ', ' skipped in ', ' deselected in ', ' xfailed in ', ' xpassed in ', ' rerun in ', ' warning in ', ' warnings in ', ' collected in ',
  ],
  open: openPytest,
};

function openPytest(): Reducer {
  const failures = openPytestFailures();
  let width = 0; // of the header's rule; 0 outside a session
  let section: Section = 'none';
  let began = false;
  let closed = false;
  let gated = false;
  let isVerbose = false;
  let current = '';
  let dots = { at: 0, text: '', passed: 0, failed: 0, isLast: false };
  let internal: { at: number; text: string } | null = null;

  const gate = (out: Out, name: string) => {
    if (name !== 'timeout' || !gated) out.say({ kind: 'gate', name });
    gated = true;
  };
  const pass = (out: Out, name: string) => {
    current = '';
    out.passed(name.trim());
  };

  const close = (title: string, out: Out) => {
    sayTotals(title, out);
    failures.close(out, /\b(?!0 )\d+ (?:failed|errors?)\b/.test(title));
    width = 0;
    section = 'none';
    began = false;
    closed = true;
  };

  // A rule that pytest drew itself is as wide as its header's, or has one `=` on each side because its text is wider.
  const isOwnRule = (line: string) => (width === 0 ? section !== 'output' || line.length >= 70 : Math.abs(line.length - width) <= 3 || line.startsWith('= '));

  const readRule = (line: string, at: number, out: Out): boolean => {
    const title = RULE.exec(line)?.groups?.['title'];
    if (title === undefined || !isOwnRule(line)) return false;
    if (title === HEADER) {
      width = line.length;
      began = true;
      closed = gated = isVerbose = false;
      section = 'none';
    } else if (CLOSING.test(title)) close(title, out);
    else if (title === SUMMARY) section = 'summary';
    else if (title === 'FAILURES' || title === 'ERRORS' || title === 'PASSES' || title === 'warnings summary' || title.startsWith('warnings summary (')) {
      section = 'output';
      began = true;
    } else if (width === 0) return false;
    failures.heading('', at);
    return true;
  };

  const readProgress = (line: string, at: number, out: Out): boolean => {
    const groups = (FILE_PROGRESS.exec(line) ?? PROGRESS.exec(line))?.groups;
    const { file, marks = '', percent } = groups ?? {};
    if (groups === undefined || (file === undefined && percent === undefined && width === 0)) return false;
    const failed = count(marks, 'F') + count(marks, 'E');
    const passed = count(marks, '.');
    if (file !== undefined && failed === 0 && passed > 0) out.passed(file);
    dots = { at, text: line, passed: dots.passed + passed, failed: dots.failed + failed, isLast: percent === '100' };
    if (percent !== undefined && percent !== '100') began = true;
    closed = false;
    return true;
  };

  const readCase = (line: string, at: number, out: Out): boolean => {
    const xdist = XDIST.exec(line)?.groups;
    const { outcome } = xdist ?? OUTCOME.exec(line)?.groups ?? {};
    const name = xdist?.['name'] ?? (outcome === undefined ? line : line.slice(0, line.lastIndexOf(` ${outcome}`)));
    if (outcome !== undefined || width > 0) began = isVerbose = true;
    current = name.trim();
    if (outcome === 'PASSED') pass(out, name);
    else if (outcome === 'FAILED' || outcome === 'ERROR') failures.pending(name.trim(), at);
    return outcome !== undefined || width > 0;
  };

  const readInside = (line: string, at: number, out: Out): boolean => {
    if (section === 'summary') {
      if (failures.summaryLine(line, out)) return true;
      if (line.startsWith('PASSED ')) {
        if (!isVerbose) pass(out, line.slice(7));
        return true;
      }
      return width > 0 || /^(?:SKIPPED|XFAIL|XPASS|RERUN) /.test(line);
    }
    if (section === 'trace') {
      if (TRACE.test(line)) return true;
      section = 'none';
    }
    if (section === 'output') {
      if (/^_+ .{1,300} _+$/.test(line)) failures.heading(line.replace(/^_+ | _+$/g, ''), at);
      else failures.location(line);
    }
    return section !== 'none';
  };

  return {
    read(line, at, out) {
      if (internal && !line.startsWith('INTERNALERROR>')) {
        out.say({ kind: 'gate', name: 'internal error', text: internal.text, from: internal.at });
        internal = null;
        gated = true;
      }
      if (line === '') return width > 0 || section !== 'none';
      switch (line.charCodeAt(0)) {
        case 0x3d: // =
          if (readRule(line, at, out)) return true;
          break;
        case 0x2d: // -
          if ((width > 0 || section !== 'none') && CAPTURED.test(line)) {
            if (section !== 'none') section = 'output';
            return true;
          }
          break;
        case 0x21: { // !
          const why = STOP.exec(line)?.groups?.['why'];
          if (why === undefined) break;
          if (!/^(?:stopping after|Interrupted: (?:stopping after )?\d)/.test(why)) gate(out, why);
          return true;
        }
        case 0x2b: // +
          if (section !== 'output' && width > 0 && TIMEOUT.test(line)) {
            gate(out, 'timeout');
            return true;
          }
          break;
        case 0x49: // I
          if (!line.startsWith('INTERNALERROR>')) break;
          internal = { at: internal?.at ?? at, text: line };
          began = true;
          return true;
      }
      if (section !== 'output' || COVERAGE.test(line)) {
        if (COVERAGE.test(line)) {
          gate(out, 'coverage');
          return true;
        }
        if (line.startsWith(USAGE)) {
          began = true;
          return true;
        }
        if (ERROR_LINE.test(line)) {
          gate(out, line.slice(0, 300));
          section = 'trace';
          return true;
        }
      }
      if (width > 0 && section !== 'output' && line.includes(CRASH)) {
        gate(out, line.slice(line.indexOf(CRASH), line.indexOf(CRASH) + 200));
        return true;
      }
      if (width === 0 && line.length < CLOSING_LIMIT && isDigitOrN(line) && CLOSING.test(line) && !failures.isInside(section === 'output')) {
        close(line, out);
        return true;
      }
      if (section === 'none') {
        if (readProgress(line, at, out)) return true;
        if (CASE.test(line) && readCase(line, at, out)) return true;
        if (current !== '' && LATE.test(line)) {
          pass(out, current);
          return true;
        }
      }
      if (isOuterFailure(line)) return false;
      if (width === 0 && section === 'none' && failures.summaryLine(line, out)) return true;
      return readInside(line, at, out) || width > 0;
    },
    end(out) {
      if (internal) out.say({ kind: 'gate', name: 'internal error', text: internal.text });
      else if (closed || gated) return;
      else if (width === 0 && dots.isLast) out.say({ kind: 'totals', passed: dots.passed, failed: dots.failed, skipped: 0, text: dots.text, from: dots.at });
      else if (began) out.say({ kind: 'unfinished', text: current === '' ? 'pytest began and printed no closing line' : current });
    },
  };
}

/** `1 failed, 3 passed, 2 skipped in 0.10s`. */
function sayTotals(title: string, out: Out): void {
  const counts = countsIn(title);
  const passed = counts.of('passed');
  const failed = counts.of('failed', 'error', 'errors');
  const skipped = counts.of('skipped');
  const todo = counts.of('xfailed', 'xpassed');
  if (passed + failed > 0) out.say({ kind: 'totals', passed, failed, skipped });
  else out.say(todo > 0 ? { kind: 'closed', ok: true } : { kind: 'no-tests' });
  if (skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: skipped });
  if (todo > 0) out.say({ kind: 'soft', what: 'todo', amount: todo });
  if (counts.of('rerun') > 0) out.say({ kind: 'soft', what: 'flaky', amount: counts.of('rerun') });
  if (counts.of('warning', 'warnings') > 0) out.say({ kind: 'soft', what: 'warning', amount: counts.of('warning', 'warnings') });
}

function count(marks: string, mark: string): number {
  let sum = 0;
  for (const one of marks) if (one === mark) sum += 1;
  return sum;
}

const isDigitOrN = (line: string): boolean => line.startsWith('n') || (line.charCodeAt(0) >= 0x30 && line.charCodeAt(0) <= 0x39);
