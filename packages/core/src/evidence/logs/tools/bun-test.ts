import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { sayTally } from '../grammar/totals.js';

// bun test 1.2–1.4: `bun test v1.4.5 (a7733435c)`, `(pass) adds [0.07ms]`, ` 3 pass`, ` 0 fail`, `Ran 3 tests across 1 file. [39.00ms]`; with
// `--dots` the counts stand at the start of the line, with `--bail` there are none.
const BANNER = /^bun test v\d/;
const RESULT = /^(?:\((pass|fail|skip|todo)\)|([✓✗»✎])) (\S.{0,1000}?)(?: \[[\d.]{1,12}m?s\])?$/;
const COUNT = /^ {0,8}(\d{1,9}) (pass|fail|skip|todo|errors?|filtered out|expect\(\) calls|snapshots.{0,40})$/;
const RAN = /^Ran (\d{1,9}) tests? across \d{1,9} files?\. /;
const NOTHING = /^(?:error: )?(?:No tests found!|0 test files matching|The following filters did not match any test files|regex .{1,300} matched 0 tests\.)/;
const BAILED = /^Bailed out after \d{1,9} failures?$/;
const RETRIED = / \(attempt \d{1,4}\)$/;
const DOTS = /^\.{1,1000}$/;
const FRAME = /^ {4,10}at (?:.{1,300} \()?([^\s()]{1,500}):(\d{1,7}):\d{1,7}\)?$/;
const ERROR = /^error: (\S.{0,500})/;

export const recognizer: Recognizer = {
  tool: 'bun-test',
  kind: 'tests',
  docs: { title: 'bun test', why: 'Reads the counts and each failed test with its place.', fix: 'Keep the default reporter.', since: '0.1.0' },
  marks: ['bun test v', '(pass) ', '(fail) ', ' expect() calls', ' pass', 'No tests found!'],
  open: openBun,
};

function openBun(): Reducer {
  let state: 'idle' | 'running' | 'counts' | 'closed' = 'idle';
  let counts: Record<string, number> = {};
  let seen: Record<string, number> = {}; // as the tests are marked while they run
  let retried = 0;
  let place: { file: string; line: number } | null = null;
  let error: string | null = null;

  const begin = (now: typeof state) => {
    state = now;
    counts = {};
    seen = {};
    retried = 0;
  };

  const close = (out: Out) => {
    const said = Object.keys(counts).length > 0 ? counts : seen;
    const of = (word: string) => said[word] ?? 0;
    if (retried > 0) out.say({ kind: 'soft', what: 'flaky', amount: retried });
    sayTally(out, { passed: of('pass'), failed: of('fail'), skipped: of('skip'), todo: of('todo'), broken: of('error') + of('errors'), text: `${of('pass')} pass, ${of('fail')} fail` });
    begin('closed');
  };

  return {
    read(line, _at, out) {
      if (line === '' || line.length > 1200) return line === '' && state === 'running';
      const first = line.charCodeAt(0);
      if (first === 40 || first > 0x2000) {
        const [, word, mark, name = ''] = RESULT.exec(line) ?? [];
        if (word === undefined && (mark === undefined || state === 'idle')) return false;
        const result = word ?? (mark === '✓' ? 'pass' : mark === '✗' ? 'fail' : '');
        seen[result] = (seen[result] ?? 0) + 1;
        if (result === 'pass') out.passed(name.replace(RETRIED, ''));
        if (result === 'pass' && RETRIED.test(name)) retried += 1;
        if (result === 'fail') out.say({ kind: 'failure', name, file: place?.file ?? null, line: place?.line ?? null });
        state = 'running';
        place = null;
        error = null;
        return true;
      }
      if (BANNER.test(line)) {
        begin('running');
        return true;
      }
      const [, amount, word = ''] = first === 32 || state !== 'idle' ? (COUNT.exec(line) ?? []) : [];
      if (amount !== undefined && (state !== 'idle' || word === 'pass')) {
        counts[word] = Number(amount);
        state = 'counts';
        return true;
      }
      if (NOTHING.test(line)) {
        out.say({ kind: 'no-tests' });
        begin('closed');
        return true;
      }
      if (BAILED.test(line)) return state !== 'idle';
      if (RAN.test(line) && state !== 'idle') {
        close(out);
        return true;
      }
      if (state !== 'running') return false;
      error = ERROR.exec(line)?.[1] ?? error;
      const [, file, row] = first === 32 ? (FRAME.exec(line) ?? []) : [];
      if (file !== undefined && !file.includes('node_modules/')) place ??= { file, line: Number(row) };
      return error !== null || first === 32 || DOTS.test(line) || /^\d{1,7} \|/.test(line) || /^\S{1,300}:$/.test(line);
    },
    end(out) {
      if (state === 'counts') close(out);
      else if (state === 'running') out.say({ kind: 'unfinished', text: 'bun test began and printed no counts' });
    },
  };
}
