import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { withoutTime } from '../grammar/timed-name.js';
import { sayTally } from '../grammar/totals.js';

// Playwright 1.56–1.65: list, line, dot, github and json reporters. `✘` stands for retried and for expected failures, too: only
// the closing block tells what failed: `  1 failed`, the names below it, `  1 flaky`, `  3 passed (1.7s)`.
const BEGIN = /^Running \d{1,7} tests? using \d{1,4} workers?(?:, shard \d{1,4} of \d{1,4})?$/;
const COUNT = /^ {2}(\d{1,7}) (failed|flaky|skipped|passed|interrupted|did not run|errors? (?:was|were) not a part of any test)(?: \([\d.]{1,10}(?:ms|s|m|h)\)|, see above for details)?$/;
const NAME = /^ {4}(?:\[[^\]]{1,100}\] › )?(\S{1,400}):(\d{1,7}):\d{1,7} › (.{1,600}?) ─{0,300}$/;
const RESULT = /^(?: {2,8}[✓✘-] {1,8}\d{1,7} \S|\[\d{1,7}\/\d{1,7}\] (?:\(retries\) )?\S)/;
const DOTS = /^[·°±F×T]{1,4000}$/;
// An expected failure has a cross, too: a known failure, worth a look as pytest's xfail is.
const RED = /^(?: {2,8}✘ |[·°±×T]{0,4000}F)/;
const GATE = /^(?:Error: (?:Timed out waiting |Process from config\.webServer|item focused with |.{0,200}\.only is forbidden)|Error: .{0,80}config\.webServer|Timed out waiting \S{1,20} for the (?:test suite to run|entire test run))/;
const STAT = /^ {4}"(expected|skipped|unexpected|flaky)": (\d{1,7}),?$/;
const AMBIENT = /^(?:::(?:error|warning|notice) |Testing stopped early after |To open last HTML report|Slow test file: |\s{2,}\S)/;

export const recognizer: Recognizer = {
  tool: 'playwright',
  kind: 'tests',
  docs: { title: 'Playwright Test', why: 'Reads the closing block: a cross above it may be a retry or an expected failure.', fix: 'Keep the list, line or dot reporter.', since: '0.1.0' },
  marks: [' tests using ', ' test using ', 'Error: No tests found', 'config.webServer', 'Timed out waiting ', '"expected": ', '"unexpected": ', ' were not a part of any test', ' was not a part of any test', 'Error: item focused with '],
  open: openPlaywright,
};

function openPlaywright(): Reducer {
  let state: 'idle' | 'running' | 'closing' | 'closed' = 'idle';
  let counts: Record<string, number> = {};
  let text = '';
  let from = 0;
  let section = '';
  let failed: { name: string; file: string; line: number; at: number; text: string }[] = [];
  const crosses = holdCrosses();
  let stats: Record<string, number> = {};

  const close = (out: Out) => {
    const of = (word: string) => counts[word] ?? 0;
    crosses.close(out, of('failed') + of('flaky') + of('interrupted'));
    for (const one of failed) out.say({ kind: 'failure', name: one.name, file: one.file, line: one.line, from: one.at, text: one.text });
    if (of('did not run') > 0 && of('passed') + of('failed') + of('flaky') + of('interrupted') === 0) out.say({ kind: 'totals', passed: 0, failed: 0, skipped: of('skipped'), text, from });
    else sayTally(out, { passed: of('passed'), failed: of('failed') + of('interrupted'), skipped: of('skipped'), flaky: of('flaky'), text, from });
    if (of('did not run') > 0) out.say({ kind: 'gate', name: `${of('did not run')} did not run`, text, from });
    if (of('errors') > 0) out.say({ kind: 'gate', name: 'errors outside of any test', text, from });
    counts = {};
    failed = [];
    state = 'closed';
  };

  const readCount = (amount: string, words: string, line: string, at: number): boolean => {
    if (state !== 'closing') {
      counts = {};
      failed = [];
      from = at;
      text = line;
    }
    state = 'closing';
    section = words.startsWith('error') ? 'errors' : words;
    if (section === 'failed' || (section === 'passed' && counts['failed'] === undefined)) text = line;
    counts[section] = Number(amount);
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '' || line.length > 1500) return line === '' && (state === 'running' || state === 'closing');
      const first = line.charCodeAt(0);
      if (first === 82 && BEGIN.test(line)) {
        if (state === 'closing') close(out);
        state = 'running';
        return true;
      }
      if (GATE.test(line)) {
        out.say({ kind: 'gate', name: line });
        return true;
      }
      if (line === 'Error: No tests found') {
        out.say({ kind: 'no-tests' });
        state = 'closed';
        return true;
      }
      if (first === 32) {
        const [, key, value] = STAT.exec(line) ?? [];
        if (key !== undefined) return readStat(key, Number(value), out);
        const [, amount, words] = COUNT.exec(line) ?? [];
        if (amount !== undefined && words !== undefined) return (state !== 'idle' || words.includes('part of')) && readCount(amount, words, line, at);
        const [, file, row, name] = state === 'closing' && (section === 'failed' || section === 'interrupted') ? (NAME.exec(line) ?? []) : [];
        if (file !== undefined && name !== undefined && failed.length < 200) {
          failed.push({ name, file, line: Number(row), at, text: line });
          return true;
        }
      }
      if (state !== 'running' && state !== 'closing') return false;
      if (line.startsWith('  ✓ ')) {
        state = 'running';
        out.passed(withoutTime(line.slice(4, 1200).replace(/^ {0,8}\d{1,7} /, '')));
        return true;
      }
      const result = RESULT.exec(line);
      if (result || DOTS.test(line)) {
        // What looked like a closing block was printed by a test.
        state = 'running';
        return RED.test(line) ? crosses.hold(line.trim(), at, line) : true;
      }
      return AMBIENT.test(line);
    },
    end(out) {
      if (state === 'closing') close(out);
      else if (state === 'running') out.say({ kind: 'unfinished', text: 'playwright began and printed no closing block' });
    },
  };

  // The json reporter ends with its stats; `flaky` is the last of them.
  function readStat(key: string, value: number, out: Out): boolean {
    stats[key] = value;
    if (key !== 'flaky' || stats['unexpected'] === undefined) return true;
    const { expected = 0, unexpected = 0, skipped = 0, flaky = 0 } = stats;
    sayTally(out, { passed: expected, failed: unexpected, skipped, flaky, text: `expected ${expected}, unexpected ${unexpected}, flaky ${flaky}` });
    stats = {};
    return true;
  }
}
