import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdFailures, type HeldFailure } from '../grammar/held-failures.js';
import { isOuterFailure } from '../grammar/outer.js';
import { sayTally } from '../grammar/totals.js';

// node --test of Node 20.20 and 22.23: spec and dot reporters (its TAP is read by `tap`, its JUnit by `junit-xml`).
// `✔ name (1.234ms)`: no other runner prints the mark together with a fraction of a millisecond.
const FRACTION = /\(\d{1,9}\.\d{1,9}ms\)(?: # .{0,500})?$/;
const COUNT = /^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (\d{1,9})(?:\.\d{1,9})?$/;
const THRESHOLD = /^ℹ Error: [\d.]{1,8}% \w{1,12} coverage does not meet threshold/;
const PLACE = /^test at (\S{1,500}):(\d{1,7}):\d{1,7}$/;
const FRAME = /^ +at (?:.{1,300} \()?(?:file:\/\/)?([^\s()]{1,500}):(\d{1,7}):\d{1,7}\)?(?: \{)?$/;
const PARENT = /^ {2}'\d{1,6} subtests? failed'$/;
const FILE = /^\S{1,400}\.[cm]?[jt]sx?$/;
const MISSING = /^Could not find '.{1,500}'$/;

export const recognizer: Recognizer = {
  tool: 'node-test',
  kind: 'tests',
  docs: {
    title: 'node:test, spec and dot reporters',
    why: 'Reads the counts behind `ℹ` and the list of failing tests with their places; cancelled tests count as failed.',
    fix: 'Use `--test-reporter=spec`: the dot reporter prints nothing readable when all is green.',
    since: '0.1.0',
  },
  marks: ['ms)', 'ℹ tests ', '✖ failing tests:', 'Failed tests:', 'Could not find \''],
  adoptsTicks: true,
  open: openNodeTest,
};

function openNodeTest(): Reducer {
  let state: 'idle' | 'results' | 'counts' | 'summary' | 'failing' | 'dot' = 'idle';
  let counts: Record<string, number> = {};
  let countsAt = 0;
  let countsText = '';
  let files = 0;
  let place: { file: string; line: number } | null = null;
  let crosses: HeldFailure[] = []; // told when the list of failing tests does not follow
  let isRed = true;
  let inDetail = false; // Node 20 prints the error right behind the failed test
  const failures = holdFailures();

  const tellCounts = (out: Out) => {
    const { pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = counts;
    isRed = fail + cancelled > 0;
    // A file without tests counts as one passed test.
    sayTally(out, { passed: Math.max(0, pass - files), failed: fail + cancelled, skipped, todo, text: countsText, from: countsAt });
    files = 0;
    state = 'summary';
  };
  const close = (out: Out) => {
    failures.tell(out);
    if (state === 'counts') tellCounts(out);
    // Below a green summary a cross without a time is what a test printed.
    for (const { name, file, at, text } of crosses) if (isRed || FRACTION.test(text)) out.say({ kind: 'failure', name, file, line: null, from: at, text });
    crosses = [];
  };

  const readResult = (line: string, start: number, at: number, out: Out): boolean => {
    const { mark, name, hasFraction, note } = resultOf(line, start);
    if (state === 'failing' || state === 'dot') {
      failures.tell(out);
      if (isRed && note === undefined) failures.hold({ name, file: place?.file ?? null, at, text: line }, out);
      if (place) failures.tell(out, place);
      place = null;
      return true;
    }
    if (state === 'idle' && !hasFraction) return false;
    if (state === 'summary') close(out);
    state = 'results';
    inDetail = mark === '✖';
    if (mark === '✔' && note === undefined) {
      if (start === 0 && FILE.test(name)) files += 1;
      out.passed(name);
    } else if (mark === '✖' && note === undefined && crosses.length < 200) crosses.push({ name, file: null, at, text: line });
    return true;
  };

  const readInfo = (line: string, at: number, out: Out): boolean => {
    const [, word, amount] = COUNT.exec(line) ?? [];
    if (THRESHOLD.test(line)) out.say({ kind: 'gate', name: line.slice(2) });
    if (word === 'tests') {
      if (state === 'summary' || state === 'failing') close(out);
      counts = {};
      countsAt = at;
      countsText = line;
      state = 'counts';
    }
    if (state === 'counts' && word !== undefined) {
      counts[word] = Number(amount);
      if (word === 'fail' || (word === 'cancelled' && amount !== '0')) countsText = line;
      if (word === 'duration_ms') tellCounts(out);
    }
    return state !== 'idle';
  };

  const readDetail = (line: string, out: Out): boolean => {
    if (failures.waiting > 0) {
      if (PARENT.test(line)) failures.reset();
      else {
        const [, file, row] = line.length < 2000 ? (FRAME.exec(line) ?? []) : [];
        if (file !== undefined && !file.startsWith('node:') && !file.includes('node_modules/')) failures.tell(out, { file, line: Number(row) });
      }
    }
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') return state === 'failing' || state === 'dot' || state === 'results';
      const first = line.charCodeAt(0);
      if (first !== 32) inDetail &&= first > 127;
      if (first === 0x2139) return readInfo(line, at, out);
      if (state === 'counts') tellCounts(out);
      if (line === '✖ failing tests:' || line === 'Failed tests:') {
        if (line === '✖ failing tests:') crosses = [];
        state = line === 'Failed tests:' ? 'dot' : 'failing';
        if (state === 'dot') isRed = true;
        return true;
      }
      if (first === 32 || first > 127) {
        const start = first === 32 ? indentOf(line) : 0;
        const mark = line.charCodeAt(start);
        if (mark === 0x2714 || mark === 0x2716 || mark === 0xfe63) {
          if ((state !== 'idle' || FRACTION.test(line)) && readResult(line, start, at, out)) return true;
        } else if (mark === 0x25b6 && state !== 'idle') {
          inDetail = false;
          return true;
        }
        if (first === 32 && inDetail) return true;
        if (first === 32 && (state === 'failing' || state === 'dot')) return readDetail(line, out);
      }
      if (state === 'failing' && line.startsWith('test at ')) {
        failures.tell(out);
        const [, file, row] = PLACE.exec(line) ?? [];
        place = file === undefined ? null : { file, line: Number(row) };
        return true;
      }
      if (line.startsWith('Could not find ') && MISSING.test(line)) {
        out.say({ kind: 'no-tests' });
        return true;
      }
      if ((state === 'failing' || state === 'dot') && (isOuterFailure(line) || line.startsWith('> '))) {
        failures.tell(out);
        state = 'summary';
      }
      return false;
    },
    end(out) {
      const isCut = state === 'results';
      close(out);
      if (isCut) out.say({ kind: 'unfinished', text: 'node:test began and printed no counts' });
    },
  };
}

// `✔ name (1.234ms) # TODO reason`; a cancelled test has no time.
function resultOf(line: string, start: number): { mark: string; name: string; hasFraction: boolean; note: string | undefined } {
  const text = line.slice(start + 2, start + 2500);
  const open = text.lastIndexOf(' (');
  const close = open < 0 ? -1 : text.indexOf('ms)', open);
  if (close < 0) return { mark: line[start] ?? '', name: text, hasFraction: false, note: undefined };
  const rest = text.slice(close + 3);
  return { mark: line[start] ?? '', name: text.slice(0, open), hasFraction: text.slice(open, close).includes('.'), note: rest.startsWith(' # ') ? rest.slice(3) : undefined };
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 32) at += 1;
  return at;
}
