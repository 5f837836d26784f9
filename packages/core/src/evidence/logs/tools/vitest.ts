import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { countsIn, type Counts } from '../grammar/counts.js';
import { isBelowThreshold, isCoverageTable } from '../grammar/coverage.js';
import { isDeath } from '../grammar/deaths.js';
import { holdFailures, type HeldFailure } from '../grammar/held-failures.js';
import { withoutTime } from '../grammar/timed-name.js';
import { sayRedGate, sayTally } from '../grammar/totals.js';

// Vitest 2.1, 3.2 and 4.1: default, verbose, tree, dot, minimal, agent and github-actions reporters.
const BANNER = /^ (?:RUN|DEV) {2}v\d/;
const SECTION = /^⎯+ (.{1,60}?) ⎯+$/;
const SUMMARY = /^ {1,12}(Test Files|Tests|Errors|Type Errors|Snapshots|Start at|Duration) {2}(\S.{0,300})$/;
const CAPTURED = /^std(?:out|err) \| \S/;
const NO_FILES = /^No test files found, exiting with code \d/;
// ` ✓ test/a.test.ts (3 tests | 1 skipped) 5ms`, ` ✓ test/a.test.ts > group > name 5ms (retry x1)`
const COUNTS = /^ \(\d{1,7} tests?\b[^)]{0,80}\)/;
const RETRIED = / \(retry x\d{1,4}\)/;
const BEHIND = /(?: \((?:retry|repeat) x\d{1,4}\)| \d{1,6} MB heap used)$/;
const FRAME = /^ ❯ (?:\S{1,200} )?(\S{1,500}):(\d{1,7}):\d{1,7}$/;
const AMBIENT = /^(?: {6}Coverage enabled with| % Coverage report from|(?:include|exclude|filter|typecheck\.\w{1,20}|projects?|root): |::(?:error|warning|notice|group|endgroup)|(?:JUNIT|JSON|HTML) +[Rr]eport|(?: PASS | FAIL ) {1,2}(?:Waiting|Tests failed|Watching)| {7}press | {13}↳ )/;
const BENCH = ' BENCH  Summary';
const DOTS = /^[·x*-]{1,2000}$/;
const MARKS = '✓×❯↓□→·';
const LINE = 4000;

export const recognizer: Recognizer = {
  tool: 'vitest',
  kind: 'tests',
  docs: {
    title: 'Vitest',
    why: 'Reads the totals, each failed test with its place, unhandled errors and coverage thresholds, so that a red suite is never read as green.',
    fix: 'Run `vitest run`, not watch mode, so that the totals are printed.',
    since: '0.1.0',
  },
  marks: [' RUN  v', ' DEV  v', ' Test Files  ', '⎯⎯⎯⎯', 'No test files found, exiting with code'],
  open: openVitest,
};

function openVitest(): Reducer {
  let state: 'idle' | 'running' | 'output' | 'error' | 'closed' = 'idle';
  let wasBlank = true;
  let isStartup = false;
  let file = '';
  let death: string | null = null;
  let retried = 0;
  let crosses: HeldFailure[] = []; // `×` lines, told only when no FAIL block repeats them
  let summary: { broken: number; tests: Counts | null; text: string; at: number } | null = null;
  const failures = holdFailures();

  const begin = () => {
    state = 'running';
    isStartup = false;
    file = '';
    death = summary = null;
    retried = 0;
    crosses = [];
    failures.reset();
    return true;
  };
  const close = (out: Out) => {
    failures.tell(out);
    if (failures.told === 0) for (const { name, file: of, at, text } of crosses) out.say({ kind: 'failure', name, file: of, line: null, from: at, text });
    if (summary) {
      const { tests, broken, text, at } = summary;
      const of = (...words: string[]) => tests?.of(...words) ?? 0;
      sayTally(out, { passed: Math.max(0, of('passed', 'expected') - retried), failed: of('failed'), skipped: of('skipped'), todo: of('todo'), flaky: retried, broken, text, from: at });
    }
    summary = null;
    state = 'closed';
  };

  const readSummary = (label: string, value: string, line: string, at: number, out: Out): boolean => {
    const counts = countsIn(value);
    if (label === 'Test Files') {
      failures.tell(out);
      state = 'running';
      summary = { broken: counts.of('failed'), tests: null, text: line, at };
    } else if (label === 'Snapshots') {
      state = 'running';
      if (counts.of('obsolete') > 0) out.say({ kind: 'soft', what: 'obsolete', amount: counts.of('obsolete') });
    } else if (!summary) return true;
    else if (label === 'Tests') summary = { ...summary, tests: counts, text: line, at };
    else if (label === 'Start at' || label === 'Duration') close(out);
    else if (/^[1-9]/.test(value)) out.say({ kind: 'gate', name: `${label === 'Errors' ? 'unhandled errors' : 'type errors'}: ${value}` });
    return true;
  };

  const readSection = (line: string, out: Out): boolean => {
    const title = SECTION.exec(line)?.[1] ?? '';
    // Bars without a title stand in JUnit reports, too.
    if ((state === 'idle' || state === 'closed') && title === '') return false;
    failures.tell(out);
    if (state === 'idle' || state === 'closed') begin();
    state = 'error';
    if (title === 'Startup Error') {
      isStartup = true;
      out.say({ kind: 'gate', name: 'startup error' });
    }
    return true;
  };

  // A line that begins with spaces and one of vitest's marks; ` ✓ test/a.test.ts (3 tests) 5ms` is the hot path.
  const readMarked = (line: string, start: number, at: number, out: Out): boolean => {
    const mark = line[start] ?? '';
    const text = line.slice(start + 2, start + 2 + LINE);
    const open = start === 1 && text.includes('(') ? text.lastIndexOf(' (') : -1;
    const isFile = open > 0 && COUNTS.test(text.slice(open, open + 100));
    if (state === 'output' && (start !== 1 || (!isFile && !text.includes(' > ')))) return true;
    state = mark === '→' ? 'output' : 'running';
    const last = text.charCodeAt(text.length - 1);
    const hasMore = last === 41 || (last === 100 && text.endsWith(' heap used'));
    const name = isFile ? text.slice(0, open) : withoutTime(hasMore ? text.replace(BEHIND, '') : text);
    if (start === 1) file = isFile ? name : '';
    const full = start === 1 || file === '' ? name : `${file} > ${name}`;
    if (mark === '✓') {
      if (hasMore && RETRIED.test(text)) retried += 1;
      out.passed(full);
    } else if (mark === '×' && crosses.length < 200) crosses.push({ name: full, file: fileOf(full), at, text: line });
    return true;
  };

  const readStructure = (line: string, at: number, out: Out): boolean | null => {
    const first = line.charCodeAt(0);
    if (first === 0x23af) return readSection(line, out);
    if (first !== 32) return null;
    if (BANNER.test(line)) return begin();
    // Captured output may hold a summary; the real one stands behind a blank line.
    const [, label, value] = SUMMARY.exec(line) ?? [];
    if (label === undefined || value === undefined) return null;
    if (label === 'Test Files' ? state === 'output' && !wasBlank : label !== 'Snapshots' && !summary && state !== 'closed') return null;
    if (label === 'Snapshots' && state === 'idle') return null;
    return readSummary(label, value, line, at, out);
  };

  const readError = (line: string, at: number, out: Out): boolean => {
    if (line.startsWith(' FAIL  ')) {
      const name = line.slice(7, LINE).replace(/ \[ [^\]]{1,500} \]$/, '');
      failures.hold({ name, file: fileOf(name), at, text: line }, out);
    } else if (failures.waiting > 0 && line.startsWith(' ❯ ') && line.length < LINE) {
      const [, of, number] = FRAME.exec(line) ?? [];
      if (of !== undefined && !of.includes('node_modules/') && !of.startsWith('node:')) failures.tell(out, { file: of, line: Number(number) });
    }
    return true;
  };

  const readLine = (line: string, at: number, out: Out): boolean => {
    if (state === 'running' || state === 'output') {
      const start = markAt(line);
      if (start > 0) return readMarked(line, start, at, out);
    }
    const structure = readStructure(line, at, out);
    if (structure !== null) return structure;
    if (line.startsWith('No test') && NO_FILES.test(line)) {
      out.say({ kind: 'no-tests' });
      state = 'closed';
      return true;
    }
    if (state === 'idle') return false;
    if (state === 'error') return readError(line, at, out);
    if (state !== 'closed' && line.startsWith('std') && CAPTURED.test(line)) {
      state = 'output';
      return true;
    }
    if (state === 'output' && isDeath(line)) death = line.slice(0, LINE);
    if (state === 'output') return true;
    if (isBelowThreshold(line)) return sayRedGate(out, line);
    if (line.startsWith(BENCH)) state = 'closed';
    return line.startsWith(BENCH) || AMBIENT.test(line) || isCoverageTable(line) || (state === 'running' && DOTS.test(line));
  };

  return {
    read(line, at, out) {
      const isKnown = line === '' ? state !== 'idle' && state !== 'closed' : readLine(line, at, out);
      wasBlank = line === '';
      return isKnown;
    },
    end(out) {
      if (summary || isStartup) close(out);
      if (state === 'idle' || state === 'closed') return;
      close(out);
      if (death !== null) out.say({ kind: 'gate', name: death, text: death });
      out.say({ kind: 'unfinished', text: 'vitest began and printed no summary' });
    },
  };
}

/** Where one of vitest's marks stands behind spaces; 0 when the line begins otherwise. */
function markAt(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 32) at += 1;
  return at > 0 && line.charCodeAt(at) > 127 && line.charCodeAt(at + 1) === 32 && MARKS.includes(line[at] ?? ' ') ? at : 0;
}

// `|project| test/a.test.ts > group > name`
function fileOf(name: string): string | null {
  const bare = name.startsWith('|') ? name.slice(name.indexOf('| ') + 2) : name;
  const end = bare.indexOf(' > ');
  const file = end < 0 ? bare : bare.slice(0, end);
  return file.includes('.') && !file.includes(' ') ? file : null;
}
