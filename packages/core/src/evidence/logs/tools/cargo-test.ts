import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { isOuterFailure } from '../grammar/outer.js';

// Printed by libtest of Rust 1.95 (default, -q, --nocapture, --show-output) and by cargo around it.
const RESULT = /^test result: (?<word>ok|FAILED)\. (?<passed>\d{1,9}) passed; (?<failed>\d{1,9}) failed; (?<ignored>\d{1,9}) ignored; \d{1,9} measured/;
const RUNNING = /^running \d{1,9} tests?$/;
const CASE = /^test (?<name>\S.{0,600}?) \.\.\.(?: (?<outcome>.*))?$/;
const QUIET = /^(?<name>\S{1,600}) --- FAILED$/;
const PANIC = /^thread '(?<name>[^']{1,600})' (?:\(\d{1,12}\) )?panicked at (?:'.{0,2000}', )?(?<file>[^\s:']{1,400}):(?<line>\d{1,9}):\d{1,9}/;
const FENCE = /^---- .{1,600} std(?:out|err) ----$/;
const LISTED = /^ {4}(?<name>\S.*)$/;
const DIED = "process didn't exit successfully: `";
const AFTER = /^(?:error: (?:test|doctest|bench) failed|error: \d{1,6} targets? failed|error: could not compile `.{1,200}test\b|Caused by:| {2}process didn't exit| {4}`| {3}Doc-tests | {5}Running )/;
// What cargo built for nextest is run and counted by nextest.
const NEXTEST = /^ {1,11}(?:Nextest run ID |Starting \d{1,9} tests? across )/;
const ANNOUNCED = /^ {0,5}(?:Running unittests |Doc-tests )\S/;
const LINE_LIMIT = 4000;
const HELD = 200;

export const recognizer: Recognizer = {
  tool: 'cargo-test',
  kind: 'tests',
  docs: {
    title: 'cargo test',
    why: 'Adds up the result lines of all targets and names each failed test with the place of its panic',
    fix: 'Run `cargo test`; `--no-run` and `--list` execute nothing',
    since: '0.1.0',
  },
  marks: ['running ', 'test result: ', ' ... ok', ' ... FAILED', ' ... ignored', '    Finished `test`', '    Finished test ', 'Executable ', 'error: test failed', 'error: doctest failed', ' --- FAILED', 'test) due to', 'test") due to', 'Usage: cargo test', 'could not find `Cargo.toml`', ' benchmarks'],
  open: openCargoTest,
};

function openCargoTest(): Reducer {
  const failed = new Map<string, { at: number; text: string; file: string | null; line: number | null }>();
  const told = new Set<string>();
  let inBlock = false;
  let fenced = false; // what a test printed, below `---- name stdout ----`
  let broken = false; // a block was left behind without its result line
  let began = false;
  let announced = 0; // units that cargo says it runs; each prints one result, whichever stream comes first
  let results = 0;
  let ran = 0;
  let red = false;
  let current = '';
  let lastResult = '';
  let sawTop = false; // a target other than the documentation, or what cargo says before
  let only = ''; // a line that says that the tests were built or listed, not run

  const tell = (out: Out) => {
    for (const [name, { at, text, file, line }] of failed) {
      if (!told.has(name)) out.say({ kind: 'failure', name, file, line, text, from: at });
      if (told.size < HELD) told.add(name);
      red = true;
    }
    failed.clear();
  };
  const fail = (name: string, at: number, text: string) => {
    if (failed.size < HELD && !failed.has(name) && !told.has(name)) failed.set(name, { at, text, file: null, line: null });
  };

  const readCase = (line: string, at: number, out: Out): boolean => {
    const { name = '', outcome = '' } = CASE.exec(line)?.groups ?? {};
    if (name === '') return false;
    const test = name.replace(/ - should panic$/, '');
    current = '';
    if (/^ok(?: <[\d.]{1,12}s>)?$/.test(outcome)) out.passed(test);
    else if (/^FAILED(?: <[\d.]{1,12}s>)?$/.test(outcome)) fail(test, at, line);
    else if (!/^(?:ignored|bench:)/.test(outcome)) {
      if (!inBlock) return false;
      current = test;
      // `test x ... error: test failed, to rerun pass …`: the process died inside the test.
      if (outcome.startsWith('error: test failed, to rerun pass ')) {
        fail(test, at, line);
        tell(out);
        inBlock = false;
      }
    }
    return true;
  };

  const readResult = (line: string, out: Out): boolean => {
    const groups = RESULT.exec(line)?.groups;
    if (!groups) return inBlock;
    const counts = { passed: Number(groups['passed']), failed: Number(groups['failed']), skipped: Number(groups['ignored']) };
    tell(out);
    told.clear();
    inBlock = fenced = false;
    current = '';
    results += 1;
    ran += counts.passed + counts.failed;
    lastResult = line;
    if (groups['word'] === 'FAILED') red = true;
    // One target without tests among others is normal: a block of zeros says nothing by itself.
    if (counts.passed + counts.failed > 0) out.say({ kind: 'totals', ...counts });
    else if (groups['word'] === 'FAILED') out.say({ kind: 'closed', ok: false });
    if (counts.skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: counts.skipped });
    return true;
  };

  const readOutside = (line: string, out: Out): boolean => {
    if (NEXTEST.test(line)) return (began = false);
    if (/^ {1,11}Finished `?(?:test|bench)/.test(line)) return (began = sawTop = true);
    if (/^ {2}Executable \S/.test(line) || /^\d{1,9} tests, \d{1,9} benchmarks$/.test(line)) {
      only = line;
      return true;
    }
    if (/^(?:Usage: cargo test|error: could not find `Cargo\.toml`)/.test(line)) {
      out.say({ kind: 'gate', name: line.slice(0, 300) });
      return (red = true);
    }
    if (line.includes(DIED)) {
      if (!red) out.say({ kind: 'gate', name: line.slice(line.lastIndexOf('` ') + 2).trim().slice(0, 200) });
      return (red = true);
    }
    if (!began && !red) return false;
    if (!AFTER.test(line)) return /: (?:test|benchmark)$/.test(line);
    if (line.startsWith('error: could not compile ')) {
      out.say({ kind: 'closed', ok: false });
      red = true;
    }
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') return inBlock;
      if (line.length > LINE_LIMIT) return inBlock;
      switch (line.charCodeAt(0)) {
        case 0x72: // running
          if (!RUNNING.test(line)) break;
          tell(out);
          broken ||= inBlock;
          fenced = false;
          return (inBlock = began = true);
        case 0x74: // test, thread
          if (line.startsWith('test result: ')) return readResult(line, out);
          if (!fenced && line.startsWith('test ') && readCase(line, at, out)) return true;
          if (line.startsWith("thread '")) {
            const { name = '', file, line: number } = PANIC.exec(line)?.groups ?? {};
            const held = failed.get(name);
            if (held && file !== undefined && held.file === null) failed.set(name, { ...held, file, line: Number(number) });
            return inBlock || held !== undefined;
          }
          break;
        case 0x6f: // ok
          if (line === 'ok' && current !== '') {
            out.passed(current);
            current = '';
            return true;
          }
          break;
      }
      const quiet = line.endsWith(' --- FAILED') ? QUIET.exec(line)?.groups?.['name'] : undefined;
      if (quiet !== undefined) {
        fail(quiet, at, line);
        return true;
      }
      if (ANNOUNCED.test(line)) {
        announced += 1;
        sawTop ||= !line.startsWith('   Doc-tests ');
        began = true;
      }
      if (line.startsWith('error: test failed, to rerun pass ') || line.startsWith('   Doc-tests ') || line.startsWith('     Running ')) {
        if (inBlock && line.startsWith('error') && current !== '') fail(current, at, `test ${current} ... died`);
        if (inBlock) tell(out);
        broken ||= inBlock && !line.startsWith('error');
        inBlock = inBlock && !red;
      }
      if (inBlock && !isOuterFailure(line)) {
        if (FENCE.test(line)) fenced = true;
        else if (line === 'failures:' || line === 'successes:') fenced = false;
        const listed = LISTED.exec(line)?.groups?.['name'];
        if (listed !== undefined && failed.has(listed)) tell(out);
        return true;
      }
      return readOutside(line, out);
    },
    end(out) {
      tell(out);
      if (red) return;
      if (inBlock || broken || (only === '' && announced > results) || (began && results === 0 && only === '')) out.say({ kind: 'unfinished', text: current === '' ? 'cargo test began and printed no result' : `test ${current} ...` });
      else if (ran === 0 && ((results > 1 || (results > 0 && (sawTop || announced === 0))) || only !== '')) out.say({ kind: 'no-tests', text: only === '' ? lastResult : only });
    },
  };
}
