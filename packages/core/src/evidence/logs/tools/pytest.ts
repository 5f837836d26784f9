import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { countsIn } from '../grammar/counts.js';
import { isOuterFailure } from '../grammar/outer.js';
import { isPytestClosing, pytestGate, sayPytestTotals } from '../grammar/pytest-closing.js';
import { openPytestFailures } from '../grammar/pytest-failures.js';
import { pytestCase, pytestProgress } from '../grammar/pytest-progress.js';

// Printed by pytest 7.2 and 9.0 (default, -v, -q, -qq), pytest-cov 4.0, pytest-timeout 2.1, pytest-xdist 3.1, pytest-rerunfailures 10.2.
const RULE = /^=+ (?<title>.{1,400}?) =+$/;
// Drawn for another width than the header's: a resized terminal, a log that was edited for a report.
const CENTRED = /^={10,200} [^=].{0,300} ={10,200}$/;
const HEADER = 'test session starts';
const SUMMARY = 'short test summary info';
const CAPTURED = /^-+ (?:Captured|live log) /;
const STOP = /^!+ (?<why>.{1,300}?) !+$/;
const LATE = /^(?<outcome>PASSED) *(?:\[ *\d{1,3}%\])?$/;
const CROSSED = /(?: |\] )(?:FAILED|ERROR)(?: {1,80}\[ *\d{1,3}%\]| \S{1,400}::\S.{0,400})?$/;
const USAGE = 'ERROR: usage: ';
const ERROR_LINE = /^(?:ERROR: (?:file or directory not found|not found: |Wrong expression|found no collectors|Unknown|invalid)|ImportError while loading conftest |(?:\S{0,80}pytest|__main__\.py): error: )/;
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
  const crosses = holdCrosses();
  let width = 0; // of the header's rule; 0 outside a session
  let section: Section = 'none';
  let began = false;
  let closed = false;
  let gated = false;
  let isVerbose = false;
  let current = '';
  let dots = { at: 0, text: '', passed: 0, failed: 0, isLast: false };
  let internal: { at: number; text: string } | null = null;

  const gate = (out: Out, name: string): true => {
    if (name !== 'timeout' || !gated) out.say({ kind: 'gate', name });
    return (gated = true);
  };
  const pass = (out: Out, name: string): true => {
    current = '';
    out.passed(name.trim());
    return true;
  };

  const close = (title: string, out: Out) => {
    sayPytestTotals(title, out);
    crosses.close(out, countsIn(title).of('failed', 'error', 'errors', 'rerun'));
    failures.close(out, /\b(?!0 )\d+ (?:failed|errors?)\b/.test(title));
    width = 0;
    section = 'none';
    began = false;
    closed = true;
  };

  // A rule that pytest drew itself is as wide as its header's, or has one `=` on each side because its text is wider.
  const isOwnRule = (line: string) => (width === 0 ? line.length >= 70 || line.startsWith('= ') : Math.abs(line.length - width) <= 3 || line.startsWith('= '));

  const readRule = (line: string, at: number, out: Out): boolean => {
    const title = RULE.exec(line)?.groups?.['title'];
    if (title === undefined || !(isOwnRule(line) || (isPytestClosing(title) && CENTRED.test(line)))) return false;
    if (title === HEADER) {
      width = line.length;
      began = true;
      closed = gated = isVerbose = false;
      section = 'none';
    } else if (isPytestClosing(title)) close(title, out);
    else if (title === SUMMARY) section = 'summary';
    else if (title === 'FAILURES' || title === 'ERRORS' || title === 'PASSES' || title === 'warnings summary' || title.startsWith('warnings summary (')) {
      section = 'output';
      began = true;
    } else if (width === 0) return false;
    failures.heading('', at);
    return true;
  };

  const readProgress = (line: string, at: number, out: Out): boolean => {
    const progress = pytestProgress(line);
    if (progress === null || (progress.file === null && progress.percent === null && width === 0)) return false;
    const { file, passed, failed, percent } = progress;
    if (file !== null && failed === 0 && passed > 0) out.passed(file);
    dots = { at, text: line, passed: dots.passed + passed, failed: dots.failed + failed, isLast: percent === 100 };
    if (failed > 0) crosses.hold(file ?? `a mark of failure in \`${line.slice(0, 80)}\``, at, line, file);
    if (percent !== null && percent !== 100) began = true;
    closed = false;
    return true;
  };

  const readCase = (line: string, at: number, out: Out): boolean => {
    const test = pytestCase(line);
    if (test === null || (test.outcome === null && width === 0)) return false;
    began = isVerbose = true;
    current = test.name;
    if (test.outcome === 'PASSED') pass(out, test.name);
    else if (test.outcome === 'FAILED' || test.outcome === 'ERROR') {
      failures.pending(test.name, at);
      if (CROSSED.test(line)) crosses.hold(test.name, at, line);
    }
    return true;
  };

  const readError = (line: string, out: Out): boolean => {
    if (line.startsWith(USAGE)) return (began = true);
    if (!ERROR_LINE.test(line)) return false;
    gate(out, line.slice(0, 300));
    section = 'trace';
    return true;
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
          if (why === undefined || line.length < 60) break;
          if (!/^(?:stopping after|Interrupted: (?:stopping after )?\d)/.test(why)) gate(out, why);
          return true;
        }
        case 0x49: // I
          if (!line.startsWith('INTERNALERROR>')) break;
          internal = { at: internal?.at ?? at, text: line };
          began = true;
          return true;
      }
      const reason = pytestGate(line, width > 0 && section !== 'output');
      if (reason !== null) return gate(out, reason);
      if (section !== 'output' && readError(line, out)) return true;
      if (width === 0 && isPytestClosing(line) && !failures.isInside(section === 'output')) {
        close(line, out);
        return true;
      }
      if (section === 'none') {
        if (readProgress(line, at, out) || readCase(line, at, out)) return true;
        if (current !== '' && LATE.test(line)) return pass(out, current);
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
