import type { Out, Recognizer, Reducer } from '../../../model/index.js';
import { withoutTime } from '../grammar/timed-name.js';
import { sayTally } from '../grammar/totals.js';

// AVA 6.4, 7 and 8, default reporter (`--tap` is read by `tap`). A line with a lone `─` parts results, details and counts.
const COUNT = /^ {2}(\d{1,9}) (tests? passed|tests? failed|tests? skipped|tests? todo|known failures?|uncaught exceptions?|unhandled rejections?|hooks? failed|tests? (?:was|were) not run)$/;
const RESULT = /^ {2,6}(✔|✘ \[fail\]:|✘ \[unexpected pass\]:|- \[(?:skip|todo)\]) (\S.{0,1000}?)(?: \(\d[^)]{0,20}\))?$/;
const CROSS = /^ {2}✘ (Timed out while running tests|No tests found in \S.{0,400}|Exiting due to process\.exit\(\) when running \S.{0,400}|\S.{0,400} exited (?:with a non-zero exit code: \d{1,3}|due to SIG\w{2,8})|\d{1,9} tests? remaining in \S.{0,400}|Couldn.t find any files to test|Internal error)/;
const CAUGHT = /^ {2}(Uncaught exception|Unhandled rejection) in \S.{0,300}/;
const PLACE = /^ {2}(\S{1,400}):(\d{1,7})$/;
const HELD = 200;

interface Held { readonly name: string; readonly at: number; readonly text: string }

export const recognizer: Recognizer = {
  tool: 'ava',
  kind: 'tests',
  docs: { title: 'AVA', why: 'Reads the counts, each failed test with its place, uncaught exceptions, timeouts and files without tests.', fix: 'Keep the default reporter or use `--tap`.', since: '0.1.0' },
  marks: [
    '✘ [fail]: ', ' test passed', ' tests passed', ' test failed', ' tests failed', 'find any files to test', '✘ No tests found in ', '✘ Timed out while running tests', '✘ Exiting due to process.exit()',
    ' exited with a non-zero exit code: ', 'Uncaught exception in ', 'Unhandled rejection in ',
  ],
  adoptsTicks: true,
  open: openAva,
};

function openAva(): Reducer {
  let state: 'idle' | 'results' | 'details' | 'counts' | 'closed' = 'idle';
  let counts: Record<string, number> = {};
  let countsAt = 0;
  let countsText = '';
  let held: Held[] = [];
  let title: string | null = null;

  const tellHeld = (out: Out) => {
    for (const { name, at, text } of held) out.say({ kind: 'failure', name, file: null, line: null, from: at, text });
    held = [];
  };
  const tellCounts = (out: Out) => {
    tellHeld(out);
    const of = (word: string) => counts[word] ?? 0;
    sayTally(out, { passed: of('passed'), failed: of('failed') + of('hook'), skipped: of('skipped'), todo: of('todo') + of('known'), broken: of('uncaught') + of('unhandled'), text: countsText, from: countsAt });
    counts = {};
    state = 'closed';
  };

  const readCount = (line: string, at: number): boolean => {
    const [, amount, words = ''] = COUNT.exec(line) ?? [];
    if (amount === undefined) return false;
    if (state !== 'counts') {
      counts = {};
      countsAt = at;
      countsText = line;
    }
    state = 'counts';
    const word = /^(?:known|uncaught|unhandled|hook)/.exec(words)?.[0] ?? words.split(' ').at(-1) ?? '';
    if (word === 'failed') countsText = line;
    counts[word] = Number(amount);
    return true;
  };

  const readResult = (mark: string, name: string, line: string, at: number, out: Out): boolean => {
    if (state === 'closed') tellHeld(out);
    state = 'results';
    if (mark === '✔') {
      if (!name.startsWith('[expected fail] ')) out.passed(name);
    } else if (mark.startsWith('✘') && held.length < HELD) held.push({ name, at, text: line });
    return true;
  };

  // `  a › bad`, a blank line, `  test/a.js:3`
  const readDetail = (line: string, out: Out): boolean => {
    if (line.length > 1200) return true;
    const [, file, row] = title === null ? [] : (PLACE.exec(line) ?? []);
    if (file !== undefined) {
      const index = held.findIndex(({ name }) => title !== null && name.startsWith(title));
      const found = held[index];
      if (found && title !== null) {
        out.say({ kind: 'failure', name: title, file, line: Number(row), from: found.at, text: found.text });
        held.splice(index, 1);
      }
      title = null;
    } else if (line.charCodeAt(2) !== 32) {
      const text = line.slice(2);
      title = held.some(({ name }) => name.startsWith(text)) ? text : title;
    }
    return true;
  };

  return {
    read(line, at, out) {
      if (line === '') {
        if (state === 'counts') tellCounts(out);
        return state === 'details';
      }
      const isIndented = line.startsWith('  ');
      if (state === 'results' && line.charCodeAt(2) === 0x2714 && isIndented) {
        const name = withoutTime(line.slice(4, 1200));
        if (!name.startsWith('[expected fail] ')) out.passed(name);
        return true;
      }
      if (isIndented && line.length < 1200) {
        if (readCount(line, at)) return true;
        if (state === 'counts') tellCounts(out);
        const [, mark, name] = RESULT.exec(line) ?? [];
        if (mark !== undefined && name !== undefined && (state !== 'idle' || mark.startsWith('✘ ['))) return readResult(mark, name, line, at, out);
        const cross = CROSS.exec(line)?.[1] ?? CAUGHT.exec(line)?.[0].trim();
        if (cross !== undefined) {
          if (cross.startsWith('Couldn') || cross.startsWith('No tests found')) out.say({ kind: 'no-tests' });
          if (!cross.startsWith('Couldn')) out.say({ kind: 'gate', name: cross });
          if (state === 'idle' || state === 'closed') state = 'results';
          if (cross.startsWith('Un')) state = 'details';
          return true;
        }
        if (line.trim() === '─') {
          if (state !== 'idle') state = 'details';
          return state !== 'idle';
        }
      } else if (state === 'counts') tellCounts(out);
      if (state === 'details' && isIndented) return readDetail(line, out);
      return state === 'results' && isIndented && line.charCodeAt(4) === 0x2139;
    },
    end(out) {
      if (state === 'counts') tellCounts(out);
      tellHeld(out);
    },
  };
}
