import type { Recognizer, Reducer } from '../../../model/index.js';
import { sayTally } from '../grammar/totals.js';

// node-tap 18–21, base, terse, dot and min reporters. The summary is redrawn: `# { total: 4, pass: 3, fail: 1 }` stands last.
const SUMMARY = /^ {0,2}# \{ total: (\d{1,9})(?:, pass: (\d{1,9}))?(?:, fail: (\d{1,9}))?(?:, skip: (\d{1,9}))?(?:, todo: (\d{1,9}))?[^}]{0,100}\}$/;
const FAIL = /^ FAIL {2}(\S{1,400}) \d{1,9} failed of \d{1,9}/;
const AMBIENT = /^(?: (?:RUNS|PASS|SKIP|TODO) {1,2}\S{1,400} \d|(?:Asserts|Suites): {1,4}\d{1,9} pass | {0,2}# (?:No coverage generated|time=))/;
const COVERAGE = /^ERROR: incomplete test coverage/;

export const recognizer: Recognizer = {
  tool: 'node-tap',
  kind: 'tests',
  docs: { title: 'node-tap, base and terse reporters', why: 'Reads the summary that stands last and the files that failed.', fix: 'Use `--reporter=tap`, which names every point.', since: '0.1.0' },
  marks: ['# { total: ', 'ERROR: incomplete test coverage', '# No coverage generated', ' failed of ', 'Asserts:  '],
  open: openNodeTap,
};

function openNodeTap(): Reducer {
  let last: { found: RegExpExecArray; at: number } | null = null;
  const told = new Set<string>();
  return {
    read(line, at, out) {
      if (line === '' || line.length > 1000) return false;
      const found = SUMMARY.exec(line);
      if (found) {
        last = { found, at };
        return true;
      }
      const file = FAIL.exec(line)?.[1];
      if (file !== undefined) {
        if (!told.has(file) && told.size < 500) out.say({ kind: 'failure', name: file, file, line: null });
        told.add(file);
        return true;
      }
      if (COVERAGE.test(line)) {
        out.say({ kind: 'gate', name: line });
        return true;
      }
      return AMBIENT.test(line);
    },
    end(out) {
      if (!last) return;
      const [text, , pass = '0', fail = '0', skip = '0', todo = '0'] = last.found;
      sayTally(out, { passed: Number(pass), failed: Number(fail), skipped: Number(skip), todo: Number(todo), text: text.trim(), from: last.at });
    },
  };
}
