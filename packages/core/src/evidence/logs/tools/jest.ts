import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { countsIn } from '../grammar/counts.js';
import { isBelowThreshold, isCoverageTable } from '../grammar/coverage.js';
import { holdFailures, type HeldFailure } from '../grammar/held-failures.js';
import { isNodeCrash } from '../grammar/node-crash.js';
import { withoutTime } from '../grammar/timed-name.js';
import { sayTally } from '../grammar/totals.js';

// Jest 29.7 and 30.4 (ts-jest prints the same): default, verbose, summary and github-actions reporters, with and without colours.
const FILE = /^ ?(PASS|FAIL) {1,2}(?:\S.{0,200} )?(\S{1,500}\.(?:[cm]?[jt]sx?|vue|svelte|coffee|feature|mdx))(?: \([\d.]{1,9} m?s\))?$/;
const CONSOLE = /^ {2,4}console\.[a-zA-Z]{2,14}(?: .{1,300}:\d{1,7})?$/;
const SUMMARY = /^(Test Suites|Tests|Snapshots|Time): +(\S.{0,300})$/;
const FRAME = /^ {4,16}at (?:.{1,300} \()?([^\s()]{1,500}):(\d{1,7}):\d{1,7}\)?$/;
const NO_TESTS = /^No tests found, exiting with code \d/;
const SEARCH = /^(?:Run with `--passWithNoTests`|In \/|Pattern: | {2}(?:\d{1,9} files? checked|test(?:Match|PathIgnorePatterns|Regex|PathPatterns?|Paths?): |roots: ))/;
const RETRY = /^ LOGGING RETRY ERRORS {2}\S/;
const FATAL = /^(?:● .{0,80}(?:Error|[Ee]rror:)|Error: Jest: |Jest: (?:Got error running|a transform|Failed to parse))/;
const WARNED = /^(?:Jest did not exit |A worker process has failed to exit gracefully|Jest has detected the following \d{1,9} open handle)/;
const AMBIENT = /^(?:Ran all test suites|Snapshot Summary$| › \d| {3,8}(?:• |↳ )|Summary of all failing tests$|Force exiting Jest|'This usually means that|::(?:error|warning|notice|group|endgroup)|Determining test suites to run| ?RUNS |Active Filters: |Watch Usage| › Press |Test results written to: )/;
const LINE = 4000;

export const recognizer: Recognizer = {
  tool: 'jest',
  kind: 'tests',
  docs: {
    title: 'Jest',
    why: 'Reads the totals, each failed test with its place, suites that could not run, thresholds and forced exits, so that a red suite is never read as green.',
    fix: 'Keep the default or the summary reporter, so that `Test Suites:` and `Tests:` are printed.',
    since: '0.1.0',
  },
  marks: ['PASS ', 'FAIL ', 'Test Suites: ', '  console.', ' LOGGING RETRY ERRORS ', 'No tests found, exiting with code', '● Validation Error', '● Validation Warning', 'Error: Jest: ', '●  process.exit called', '::group::Errors thrown in '],
  open: openJest,
};

function openJest(): Reducer {
  let state: 'idle' | 'between' | 'tests' | 'output' | 'error' | 'closed' = 'idle';
  let isOver = true; // nothing began, or the summary was printed
  let isFirst = true; // no summary yet
  let file: string | null = null;
  let bare: HeldFailure | null = null; // a FAIL line whose `●` blocks have not come yet
  let groups: string[] = [];
  let broken: number | null = null; // failed suites, between `Test Suites:` and `Tests:`
  let flaky = 0;
  let told = new Set<string>();
  const failures = holdFailures();
  const crosses = holdCrosses();

  const begin = () => {
    if (isOver) {
      flaky = 0;
      told = new Set();
    }
    [isOver, broken] = [false, null];
  };
  const tellWaiting = (out: Out) => {
    if (bare) failures.hold(bare, out);
    bare = null;
    failures.tell(out);
  };

  const readFile = (verdict: string, path: string, line: string, at: number, out: Out): boolean => {
    tellWaiting(out);
    begin();
    state = 'tests';
    file = path;
    groups = [];
    if (verdict === 'PASS') out.passed(path);
    else if (!told.has(path)) bare = { name: path, file: path, at, text: line };
    return true;
  };

  const readBullet = (line: string, at: number, out: Out): boolean => {
    const name = line.slice(4, LINE);
    failures.tell(out);
    state = 'error';
    if (name === 'Console') state = 'output';
    else if (name.startsWith(' ')) {
      // `●  process.exit called with "0"`, `●  Cannot log after tests are done.`; `●  Timeout` names an open handle.
      if (name.startsWith(' process.exit called') || name.startsWith(' Cannot log after')) out.say({ kind: 'gate', name: name.trim() });
      if (isOver) state = 'closed';
    } else {
      const full = name === 'Test suite failed to run' && file !== null ? `${file} › ${name}` : name;
      bare = null;
      if (!told.has(`${file ?? ''}\n${full}`)) failures.hold({ name: full, file, at, text: line }, out);
      if (told.size < 2000) told.add(`${file ?? ''}\n${full}`).add(file ?? '');
    }
    return true;
  };

  const readSummary = (label: string, value: string, out: Out): boolean => {
    const counts = countsIn(value);
    if (label === 'Test Suites') {
      tellWaiting(out);
      broken = counts.of('failed');
      state = 'between';
    } else if (label === 'Tests' && broken !== null) {
      crosses.close(out, counts.of('failed') + broken);
      // --bail prints the summary twice.
      if (!isOver || isFirst) sayTally(out, { passed: Math.max(0, counts.of('passed') - flaky), failed: counts.of('failed'), skipped: counts.of('skipped'), todo: counts.of('todo'), flaky: Math.min(flaky, counts.of('passed')), broken });
      [state, isOver, isFirst] = ['closed', true, false];
    } else if (state !== 'closed') return false;
    else if (label === 'Snapshots' && counts.of('obsolete') > 0) out.say({ kind: 'soft', what: 'obsolete', amount: counts.of('obsolete') });
    return true;
  };

  // A line that begins with a space: results, captured output, error details.
  const readIndented = (line: string, at: number, out: Out): boolean => {
    const code = line.charCodeAt(2);
    if (code === 0x25cf && line.startsWith('  ● ') && state !== 'idle') return readBullet(line, at, out);
    if (line.startsWith('  ●  process.exit called')) {
      begin();
      return readBullet(line, at, out);
    }
    if (state === 'tests') {
      const start = indentOf(line);
      const mark = line[start] ?? '';
      const name = withoutTime(line.slice(start + 2, LINE));
      if (mark === '✓' || mark === '√') {
        out.passed(start === 2 ? name : `${groups[start / 2 - 2] ?? ''}${name}`);
        return true;
      }
      if ('✕×○✎'.includes(mark)) return mark === '○' || mark === '✎' || crosses.hold(name, at, line, file);
      if (start > 1 && !CONSOLE.test(line) && !isCoverageTable(line)) {
        // A heading and those above it, as the prefix of the names below.
        if (start < 60 && start % 2 === 0) groups = [...groups.slice(0, start / 2 - 1), `${start === 2 ? '' : (groups[start / 2 - 2] ?? '')}${line.slice(start, 300)} › `];
        return true;
      }
    }
    if (state === 'error' && failures.waiting > 0 && file !== null && line.length < LINE) {
      const [, of, number] = FRAME.exec(line) ?? [];
      if (of !== undefined && (of === file || of.endsWith(`/${file}`) || file.endsWith(`/${of}`))) failures.tell(out, { file: of, line: Number(number) });
    }
    if (line.length < LINE && CONSOLE.test(line)) {
      if (state === 'idle' || state === 'closed') begin();
      if (state !== 'error') state = 'output';
      return true;
    }
    if (RETRY.test(line)) {
      begin();
      flaky += 1;
      state = 'output';
      return true;
    }
    if (state === 'output' || state === 'error') return true;
    return state !== 'idle' && (AMBIENT.test(line) || isCoverageTable(line) || line.startsWith('  ') && (state === 'closed' || SEARCH.test(line)));
  };

  const readFlush = (line: string, out: Out): boolean => {
    const [, label, value] = SUMMARY.exec(line) ?? [];
    if (label !== undefined && value !== undefined) return readSummary(label, value, out);
    if (line.startsWith('● ') || FATAL.test(line)) {
      tellWaiting(out);
      if (FATAL.test(line)) out.say({ kind: 'gate', name: line.replace(/^● |:$/g, '') });
      else if (line.includes('eprecat')) out.say({ kind: 'soft', what: 'deprecated', amount: 1 });
      state = 'output';
      return true;
    }
    if (NO_TESTS.test(line)) {
      out.say({ kind: 'no-tests' });
      state = 'closed';
      isOver = true;
      return true;
    }
    if (line.startsWith('::group::Errors thrown in ')) {
      begin();
      [file, state] = [line.slice(26), 'error'];
      return true;
    }
    if (state === 'idle') return false;
    if (isBelowThreshold(line) || (isOver && isNodeCrash(line))) out.say({ kind: 'gate', name: isNodeCrash(line) ? 'the process crashed after the summary' : line });
    else if (WARNED.test(line)) out.say({ kind: 'soft', what: 'warning', amount: 1 });
    else return AMBIENT.test(line) || isCoverageTable(line) || SEARCH.test(line);
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') return !isOver;
      const first = line.charCodeAt(0);
      // `PASS test/a.test.js`; with colours ` PASS  test/a.test.js`
      const word = first === 32 ? line.charCodeAt(1) : first;
      if ((word === 80 || word === 70) && line.length < LINE) {
        const [, verdict, path] = FILE.exec(line) ?? [];
        if (verdict !== undefined && path !== undefined) return readFile(verdict, path, line, at, out);
      }
      return first === 32 ? readIndented(line, at, out) : line.length < LINE && readFlush(line, out);
    },
    end(out) {
      tellWaiting(out);
      if (!isOver) out.say({ kind: 'unfinished', text: 'jest began and printed no summary' });
    },
  };
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 32) at += 1;
  return at;
}
