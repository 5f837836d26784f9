import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { sayTally } from '../grammar/totals.js';

// deno test 2.x: `running 2 tests from ./a_test.ts`, `adds ... ok (470µs)`, `ok | 2 passed | 0 failed (7ms)`
const BEGIN = /^running \d{1,7} tests? from \S/;
const RESULT = /^( *)(\S.{0,1000}?) \.\.\. (ok|FAILED|ignored|cancelled)(?: \(.{1,80}\))?$/;
const CLOSING = /^(ok|FAILED) \| (\d{1,9} passed(?: \(\d{1,7} steps?\))? \| \d{1,9} failed\b.{0,200})$/;
const PLACE = /^(\S.{0,600}?) => (\.{0,2}\/\S{1,400}\.[cm]?[jt]sx?):(\d{1,7}):\d{1,7}$/;
const FATAL = /^error: (Type checking failed|No test modules found|Module not found|The module's source code|Unable to load|Import .{1,200}|Test failed|\S.{0,200}threshold.{0,200})/;
const STEPS = /^ {0,40}\S.{0,1000} \.\.\.$/;
// `--parallel`: ./a_test.ts => adds ... ok (56ms)
const PARALLEL = /^\.{0,2}\/\S{1,400} => (\S.{0,1000}?) \.\.\. (ok|FAILED|ignored|cancelled)(?: \(.{1,80}\))?$/;
const TYPE_ERROR = /^TS\d{1,6} \[ERROR\]: /;
const AT = /^ {4}at file:\/\/(\S{1,500}?):(\d{1,7}):\d{1,7}$/;
const OUTPUT = /^-{5,} (?:pre-test |post-test )?output -{5,}$/;
const OUTPUT_END = /^-{3,} (?:pre-test |post-test )?output end -{3,}$/;

export const recognizer: Recognizer = {
  tool: 'deno-test',
  kind: 'tests',
  docs: { title: 'deno test', why: 'Reads the closing counts, each failed test with its place, and what could not be loaded.', fix: 'Keep the default reporter.', since: '0.1.0' },
  marks: ['ok | ', 'FAILED | ', ' tests from ', ' test from ', '------- output -------', 'No test modules found', 'Type checking failed', '[ERROR]: ', ' => .', '.ts => ', '.js => '],
  open: openDeno,
};

function openDeno(): Reducer {
  let state: 'idle' | 'running' | 'output' | 'errors' | 'closed' = 'idle';
  let didFail = false;
  let marked: { name: string; text: string } | null = null; // the place comes with the errors; told here only when no counts tell it
  const told = new Set<string>();
  let typeError: { text: string; at: number } | null = null; // its place stands some lines below

  const tellTypeError = (out: Out, file: string | null, line: number | null) => {
    if (typeError !== null) out.say({ kind: 'diagnostic', level: 'error', file, line, text: typeError.text, from: typeError.at });
    typeError = null;
  };

  return {
    read(line, at, out) {
      if (line === '') return state === 'running' || state === 'errors' || state === 'output';
      if (state === 'output') {
        if (OUTPUT_END.test(line)) state = 'running';
        return true;
      }
      if (line.length > 1200) return false;
      const [, verdict, text] = CLOSING.exec(line) ?? [];
      if (verdict !== undefined && text !== undefined) {
        const counts = countsIn(text);
        sayTally(out, { passed: counts.of('passed'), failed: counts.of('failed'), skipped: counts.of('ignored') });
        if (marked !== null && counts.of('failed') === 0) out.say({ kind: 'failure', ...marked, file: null, line: null });
        marked = null;
        if (verdict === 'FAILED' && counts.of('failed') === 0) out.say({ kind: 'gate', name: line });
        didFail = verdict === 'FAILED';
        state = 'closed';
        return true;
      }
      const fatal = FATAL.exec(line)?.[1];
      if (fatal !== undefined && (state !== 'idle' || /^(?:No test modules|Type checking)/.test(fatal))) {
        tellTypeError(out, null, null);
        if (fatal === 'No test modules found') out.say({ kind: 'no-tests' });
        else if (!(fatal === 'Test failed' && didFail)) out.say({ kind: 'gate', name: line });
        state = 'closed';
        return true;
      }
      if (TYPE_ERROR.test(line)) {
        tellTypeError(out, null, null);
        typeError = { text: line, at };
        state = 'errors';
        return true;
      }
      if (BEGIN.test(line)) {
        state = 'running';
        return true;
      }
      const [, parallel, ended] = line.startsWith('/') || line.startsWith('.') ? (PARALLEL.exec(line) ?? []) : [];
      if (parallel !== undefined) {
        if (ended === 'ok') out.passed(parallel);
        if (ended === 'FAILED') marked ??= { name: parallel, text: line };
        return true;
      }
      const [, failed, file, row] = state === 'running' ? [] : (PLACE.exec(line) ?? []);
      if (failed !== undefined && file !== undefined && (state === 'errors' || state === 'idle')) {
        const key = `${failed}\n${file}:${row ?? ''}`;
        if (!told.has(key)) out.say({ kind: 'failure', name: failed, file, line: Number(row) });
        if (told.size < 1000) told.add(key);
        state = 'errors';
        return true;
      }
      if (state === 'idle' || state === 'closed') return false;
      const [, source, number] = typeError === null ? [] : (AT.exec(line) ?? []);
      if (source !== undefined) tellTypeError(out, source, Number(number));
      if (OUTPUT.test(line)) {
        state = 'output';
        return true;
      }
      const [, , name, result] = state === 'running' ? (RESULT.exec(line) ?? []) : [];
      if (name !== undefined) {
        if (result === 'ok') out.passed(name);
        if (result === 'FAILED') marked ??= { name, text: line };
        return true;
      }
      if (line === ' ERRORS' || line === ' FAILURES') {
        state = 'errors';
        return true;
      }
      return state === 'errors' || /^[.F,]{1,2000}$/.test(line) || STEPS.test(line) || line.startsWith('    ');
    },
    end(out) {
      tellTypeError(out, null, null);
      if (state === 'running' || state === 'output') out.say({ kind: 'unfinished', text: 'deno test began and printed no counts' });
    },
  };
}
