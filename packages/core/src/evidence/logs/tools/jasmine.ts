import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { holdFailures } from '../grammar/held-failures.js';
import { sayTally } from '../grammar/totals.js';

// Jasmine 5.13 and 7.0, console reporter. The counts are the tool's when `Finished in` stands right behind them.
const COUNTS = /^(\d{1,9}) specs?, (\d{1,9}) failures?(?:, (\d{1,9}) pending specs?)?$/;
const FINISHED = /^Finished in [\d.]{1,12} seconds?$/;
const INCOMPLETE = /^Incomplete: (.{1,300})$/;
const ITEM = /^(?:(\d{1,6})\) |Suite error: )(\S.{0,1000})$/;
const DOTS = /^[.F*P]{1,4000}$/;
const FRAME = /^ {4,12}at (?:.{1,300} \()?(?:file:\/\/)?([^\s()]{1,500}):(\d{1,7}):\d{1,7}\)?$/;

export const recognizer: Recognizer = {
  tool: 'jasmine',
  kind: 'tests',
  docs: { title: 'Jasmine', why: 'Reads the counts, each failed spec with its place, and `Incomplete:` (focused specs), which fails a run without failures.', fix: 'Keep the console reporter.', since: '0.1.0' },
  marks: [' spec, ', ' specs, ', 'Incomplete: ', 'No specs found', 'Started', 'DEPRECATION: '],
  open: openJasmine,
};

function openJasmine(): Reducer {
  let state: 'idle' | 'started' | 'running' | 'failures' | 'pending' | 'closed' = 'idle';
  let counts: { specs: number; failed: number; pending: number; text: string; at: number } | null = null;
  const failures = holdFailures();
  const crosses = holdCrosses();

  const close = (out: Out) => {
    failures.tell(out);
    if (counts) {
      const { specs, failed, pending, text, at } = counts;
      crosses.close(out, failed);
      sayTally(out, { passed: Math.max(0, specs - failed - pending), failed, skipped: pending, text, from: at });
    }
    counts = null;
    state = 'closed';
  };

  const readClosing = (line: string, at: number, out: Out): boolean => {
    if (FINISHED.test(line)) {
      if (!counts) return state === 'closed';
      close(out);
      return true;
    }
    const [, specs, failed, pending = '0'] = COUNTS.exec(line) ?? [];
    if (specs !== undefined) {
      counts = { specs: Number(specs), failed: Number(failed), pending: Number(pending), text: line, at };
      return true;
    }
    const reason = INCOMPLETE.exec(line)?.[1];
    if (reason !== undefined && state === 'closed') {
      if (reason !== 'No specs found') out.say({ kind: 'gate', name: line });
      return true;
    }
    if (line === 'No specs found' && state !== 'idle') {
      out.say({ kind: 'no-tests' });
      state = 'closed';
      return true;
    }
    return false;
  };

  return {
    read(line, at, out) {
      if (line === '') return state === 'failures' || state === 'pending';
      const first = line.charCodeAt(0);
      if (first !== 32 && line.length < 1200) {
        if (line === 'Started') {
          state = 'started';
          counts = null;
          return false;
        }
        if (readClosing(line, at, out)) return true;
        if (state === 'idle' || state === 'closed') return state === 'closed' && (line.startsWith('Randomized with seed ') || line.startsWith('Ran '));
        if ((state === 'started' || state === 'running') && DOTS.test(line)) {
          state = 'running';
          return line.includes('F') ? crosses.hold(`a mark of failure in \`${line.slice(0, 80)}\``, at, line) : true;
        }
        if (line === 'Failures:' || line === 'Pending:') {
          failures.tell(out);
          state = line === 'Pending:' ? 'pending' : 'failures';
          return true;
        }
        const [, , name] = ITEM.exec(line) ?? [];
        if (name !== undefined && (state === 'failures' || line.startsWith('Suite error: '))) {
          failures.tell(out);
          failures.hold({ name, file: null, at, text: line }, out);
          state = 'failures';
          return true;
        }
        if (line.startsWith('DEPRECATION: ')) {
          out.say({ kind: 'soft', what: 'deprecated', amount: 1 });
          return true;
        }
        return state === 'pending' && name !== undefined;
      }
      if (state === 'failures' && failures.waiting > 0 && line.length < 1200) {
        const [, file, row] = FRAME.exec(line) ?? [];
        if (file !== undefined && !file.startsWith('node:') && !file.includes('node_modules/')) failures.tell(out, { file, line: Number(row) });
      }
      return state === 'failures' || state === 'pending';
    },
    end(out) {
      const isCut = !counts && (state === 'running' || state === 'failures');
      if (counts && state !== 'idle') close(out);
      failures.tell(out);
      if (isCut) out.say({ kind: 'unfinished', text: 'jasmine began and printed no counts' });
    },
  };
}
