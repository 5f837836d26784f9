import type { Recognizer, Reducer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { sayTally } from '../grammar/totals.js';

// deno test 2.x: `running 2 tests from ./a_test.ts`, `adds ... ok (470µs)`, `ok | 2 passed | 0 failed (7ms)`
const BEGIN = /^running \d{1,7} tests? from \S/;
const RESULT = /^( *)(\S.{0,1000}?) \.\.\. (ok|FAILED|ignored|cancelled)(?: \(.{1,80}\))?$/;
const CLOSING = /^(ok|FAILED) \| (\d{1,9} passed(?: \(\d{1,7} steps?\))? \| \d{1,9} failed\b.{0,200})$/;
const PLACE = /^(\S.{0,600}?) => (\.{0,2}\/\S{1,400}):(\d{1,7}):\d{1,7}$/;
const FATAL = /^error: (Type checking failed|No test modules found|Module not found|The module's source code|Unable to load|Import .{1,200}|Test failed|\S.{0,200}threshold.{0,200})/;
const OUTPUT = /^-{5,} (?:pre-test |post-test )?output -{5,}$/;
const OUTPUT_END = /^-{3,} (?:pre-test |post-test )?output end -{3,}$/;

export const recognizer: Recognizer = {
  tool: 'deno-test',
  kind: 'tests',
  docs: { title: 'deno test', why: 'Reads the closing counts, each failed test with its place, and what could not be loaded.', fix: 'Keep the default reporter.', since: '0.1.0' },
  marks: ['ok | ', 'FAILED | ', ' tests from ', ' test from ', '------- output -------', 'No test modules found', 'Type checking failed', '[ERROR]: ', ' => .'],
  open: openDeno,
};

function openDeno(): Reducer {
  let state: 'idle' | 'running' | 'output' | 'errors' | 'closed' = 'idle';
  let didFail = false;
  const told = new Set<string>();
  return {
    read(line, _at, out) {
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
        if (verdict === 'FAILED' && counts.of('failed') === 0) out.say({ kind: 'gate', name: line });
        didFail = verdict === 'FAILED';
        state = 'closed';
        return true;
      }
      const fatal = FATAL.exec(line)?.[1];
      if (fatal !== undefined && (state !== 'idle' || /^(?:No test modules|Type checking)/.test(fatal))) {
        if (fatal === 'No test modules found') out.say({ kind: 'no-tests' });
        else if (!(fatal === 'Test failed' && didFail)) out.say({ kind: 'gate', name: line });
        state = 'closed';
        return true;
      }
      if (/^TS\d{1,5} \[ERROR\]: /.test(line)) {
        out.say({ kind: 'diagnostic', level: 'error', file: null, line: null });
        state = 'errors';
        return true;
      }
      if (BEGIN.test(line)) {
        state = 'running';
        return true;
      }
      if (state === 'idle' || state === 'closed') return false;
      if (OUTPUT.test(line)) {
        state = 'output';
        return true;
      }
      const [, , name, result] = state === 'running' ? (RESULT.exec(line) ?? []) : [];
      if (name !== undefined) {
        if (result === 'ok') out.passed(name);
        return true;
      }
      if (line === ' ERRORS ' || line === ' FAILURES ') {
        state = 'errors';
        return true;
      }
      const [, failed, file, row] = state === 'errors' ? (PLACE.exec(line) ?? []) : [];
      if (failed !== undefined && file !== undefined) {
        const key = `${failed}\n${file}:${row ?? ''}`;
        if (!told.has(key)) out.say({ kind: 'failure', name: failed, file, line: Number(row) });
        if (told.size < 1000) told.add(key);
        return true;
      }
      return state === 'errors' || /^[.F,]{1,2000}$/.test(line) || line.startsWith('    ');
    },
    end(out) {
      if (state === 'running' || state === 'output') out.say({ kind: 'unfinished', text: 'deno test began and printed no counts' });
    },
  };
}
