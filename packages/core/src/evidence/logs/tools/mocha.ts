import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { holdFailures } from '../grammar/held-failures.js';
import { isNodeCrash } from '../grammar/node-crash.js';
import { isOuterFailure } from '../grammar/outer.js';
import { sayTally } from '../grammar/totals.js';

// Mocha 10.8 and 11.8: spec, dot, min, list, progress, landing and nyan reporters (all share the epilogue). Cypress and
// WebdriverIO print the same. The epilogue's counts stand alone on their lines: `  3 passing (6ms)`, `  1 pending`, `  1 failing`.
const COUNT = /^ {1,2}(\d{1,9}) (passing|pending|failing)(?: \([\d.]{1,9} ?\w{1,7}\))?$/;
const FAILURE = /^ {2}(\d{1,6})\) (\S.{0,2000})$/;
const FRAME = /^ {4,10}at (?:.{1,300} \()?([^\s()]{1,500}):(\d{1,7}):\d{1,7}\)?$/;
const NO_FILES = /^Error: No test files found(?::|$)/;
const FATAL = /^(?: Exception during run: |✖ ERROR: )(.{1,500})/;
// `    1) name` in the body of spec and list.
const BODY = /^ {2,60}\d{1,6}\) \S/;
const TITLE_LINES = 20;

export const recognizer: Recognizer = {
  tool: 'mocha',
  kind: 'tests',
  docs: {
    title: 'Mocha',
    why: 'Reads the counts of the epilogue and each failed test with its place; names of passed tests come from the ticks above it.',
    fix: 'Use a reporter that prints `N passing` and `N failing`, or `json`, `xunit`, `tap`.',
    since: '0.1.0',
  },
  marks: [' passing (', 'Error: No test files found', ' Exception during run: ', '✖ ERROR: '],
  adoptsTicks: true,
  open: openMocha,
};

function openMocha(before: () => readonly string[] = () => []): Reducer {
  let state: 'idle' | 'counts' | 'failures' | 'fatal' | 'closed' = 'idle';
  let counts = { passing: 0, pending: 0, failing: 0, text: '', at: 0 };
  let title: string[] | null = null; // of the failure that is being read
  let titleAt = 0;
  let blanks = 0;
  let last = 0;
  const failures = holdFailures();

  const tellCounts = (out: Out) => {
    if (counts.failing === 0) sayRedRow(out, before(), BODY, BODY);
    sayTally(out, { passed: counts.passing, failed: counts.failing, skipped: counts.pending, text: counts.text, from: counts.at });
    state = counts.failing > 0 ? 'failures' : 'closed';
    last = 0;
    title = null;
    blanks = 0;
  };
  const endTitle = (out: Out) => {
    if (title) failures.hold({ name: title.join(' > ').replace(/:$/, ''), file: null, at: titleAt, text: title.join(' > ') }, out);
    title = null;
  };
  const close = (out: Out) => {
    endTitle(out);
    failures.tell(out);
    state = 'closed';
  };

  const readFailures = (line: string, at: number, out: Out): boolean => {
    const [, number, text] = FAILURE.exec(line) ?? [];
    if (number !== undefined && text !== undefined && Number(number) === last + 1) {
      endTitle(out);
      failures.tell(out);
      last += 1;
      title = [text];
      titleAt = at;
      if (text.endsWith(':')) endTitle(out);
      blanks = 0;
      return true;
    }
    // Behind the last failure stand three blank lines; its message may hold single ones.
    if ((last >= counts.failing && blanks > 1) || isOuterFailure(line)) {
      close(out);
      return false;
    }
    blanks = 0;
    if (title) {
      title.push(line.trim().slice(0, 2000));
      if (line.endsWith(':') || title.length > TITLE_LINES) endTitle(out);
    } else if (failures.waiting > 0 && line.length < 2000) {
      const [, file, row] = FRAME.exec(line) ?? [];
      if (file !== undefined && !file.startsWith('node:') && !file.includes('node_modules/')) failures.tell(out, { file, line: Number(row) });
    }
    return true;
  };

  const readCount = (line: string, at: number, out: Out): boolean => {
    const [, amount, word] = COUNT.exec(line) ?? [];
    // Some reporters keep the counts apart by blank lines.
    if (word === 'failing' && state === 'closed' && at <= counts.at + 4 && counts.failing === 0) {
      counts.failing = Number(amount);
      out.say({ kind: 'totals', passed: 0, failed: counts.failing, skipped: 0 });
      state = 'failures';
      return true;
    }
    if (amount === undefined || (word !== 'passing' && state !== 'counts')) return false;
    if (word === 'passing') counts = { passing: Number(amount), pending: 0, failing: 0, text: line, at };
    else if (word === 'pending') counts.pending = Number(amount);
    else counts.failing = Number(amount);
    if (word === 'failing') counts.text = line;
    state = 'counts';
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') {
        blanks += 1;
        if (state === 'counts') tellCounts(out);
        return state === 'failures' || state === 'fatal';
      }
      const first = line.charCodeAt(0);
      if (first === 32 && line.length < 60 && state !== 'fatal') {
        // The next run's epilogue, of another package, ends this one's list.
        if (state === 'failures' && COUNT.test(line) && line.includes(' passing (')) close(out);
        if (state !== 'failures' && readCount(line, at, out)) return true;
      }
      if (state === 'counts') tellCounts(out);
      if (state === 'failures') return readFailures(line, at, out);
      const fatal = (first === 32 || first === 0x2716) ? FATAL.exec(line.slice(0, 600)) : null;
      if (fatal) {
        out.say({ kind: 'gate', name: fatal[1] ?? line });
        state = 'fatal';
        return true;
      }
      if (NO_FILES.test(line)) {
        out.say({ kind: 'no-tests' });
        return true;
      }
      if (state === 'closed' && isNodeCrash(line)) {
        out.say({ kind: 'gate', name: 'the process crashed after the summary' });
        return true;
      }
      // What mocha could not load is explained by a stack; the process ends behind it.
      if (state === 'fatal' && (isOuterFailure(line) || line.startsWith('> ') || line.startsWith('$ '))) state = 'closed';
      return state === 'fatal';
    },
    end(out) {
      if (state === 'counts') tellCounts(out);
      if (state === 'failures') close(out);
    },
  };
}
