import type { Out, Recognizer } from '../../../model/index.js';
import { type Memory, numberOf, openTable, placeOf } from '../grammar/line-table.js';

// Printed by GoogleTest 1.12 and, in the same form, by cmocka 1.1.
const BEGIN = /^\[={10}\] Running \d{1,9} tests?(?:\(s\)| from )/;
const ENDED = /^\[={10}\] (?<ran>\d{1,9}) (?:tests? from .{1,60} ran\.|test\(s\) run\.)/;
const OK = /^\[ {7}OK \] (?<name>\S.{0,300}?)(?: \(\d{1,9} ms\))?$/;
const FAILED_CASE = /^\[ {2}FAILED {2}\] (?<name>[A-Za-z_]\S{0,300}?)(?:, where .{1,400}?)?(?: \(\d{1,9} ms\))?$/;
const RUN = /^\[ RUN {6}\] (?<name>\S{1,300})/;
const FAILED_SUM = /^\[ {2}FAILED {2}\] (?<failed>\d{1,9}) tests?(?:\(s\))?, listed below:$/;
const PASSED_SUM = /^\[ {2}PASSED {2}\] (?<passed>\d{1,9}) tests?(?:\(s\))?\.$/;
const SKIPPED_SUM = /^\[ {2}SKIPPED \] (?<skipped>\d{1,9}) tests?(?:\(s\))?, listed below:$/;
const PLACE = /^(?:\[ {3}LINE {3}\] --- )?(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): (?:Failure|error: Failure!)$/;
const DISABLED = /^ {2}YOU HAVE (?<amount>\d{1,9}) DISABLED TESTS?$/;
// --gtest_output=json: the counts of the whole run are indented by two.
const JSON_SUM = /^ {2}"(?<word>tests|failures|disabled|errors)": (?<amount>\d{1,9}),$/;
const JSON_FAILURE = /^ {8,24}"failure": "(?<file>[^\s:"]{1,300}):(?<line>\d{1,7})\\n/;
const FRAME = /^(?:\[-{10}\] |\[ RUN {6}\] |\[ {2}SKIPPED \] |\[ {2}ERROR {3}\] --- |Note: (?:Google Test filter|Randomizing|This is test shard)|Running main\(\) from |\s{0,2}\d{1,9} FAILED TESTS?(?:\(S\))?$|Repeating all tests)/;

export const recognizer: Recognizer = {
  tool: 'gtest',
  kind: 'tests',
  docs: {
    title: 'GoogleTest and cmocka',
    why: 'Reads the closing counts and each failed test with its place; a test that began and never ended is a crash',
    fix: 'Run the binary with `--gtest_filter=` on the named test',
    since: '0.1.0',
  },
  marks: ['[==========] ', '[ RUN      ] ', '[       OK ] ', '[  FAILED  ] ', '[  PASSED  ] ', 'Running main() from ', 'DISABLED TEST', '  "tests": '],
  open: () =>
    openTable({
      unfinished: 'a GoogleTest binary began and printed no closing counts',
      rows: [
        { when: BEGIN, opens: true, say: (_groups, out, memory) => { tell(out, memory); } },
        { when: RUN, opens: true, say: ({ name = '' }, _out, memory) => { Object.assign(memory, { file: null, line: null }).notes.set('run', name); } },
        { when: OK, say: ({ name = '' }, out) => { out.passed(name); } },
        { when: PLACE, say: ({ file = null, line }, _out, memory) => { Object.assign(memory, memory.file === null ? { file, line: numberOf(line) } : {}); } },
        {
          when: ENDED, closes: true,
          say: ({ ran }, _out, { notes }) => { notes.set('ran', ran ?? '0'); },
        },
        { when: PASSED_SUM, closes: true, say: ({ passed }, _out, { notes }, line, at) => { notes.set('passed', passed ?? '0').set('text', line).set('at', String(at)); } },
        { when: SKIPPED_SUM, say: ({ skipped }, out) => { out.say({ kind: 'soft', what: 'skipped', amount: numberOf(skipped) }); } },
        {
          when: FAILED_SUM, closes: true,
          say: ({ failed }, out, { notes }) => {
            out.say({ kind: 'totals', passed: numberOf(notes.get('passed')), failed: numberOf(failed), skipped: 0 });
            notes.delete('passed');
          },
        },
        {
          when: FAILED_CASE,
          say: ({ name = '' }, out, memory) => {
            // The list below the counts repeats the names, and a program may print the same words.
            if (memory.notes.get('run') !== name) return;
            memory.notes.delete('run');
            out.say({ kind: 'failure', name, file: memory.file, line: memory.line });
            Object.assign(memory, { file: null, line: null });
          },
        },
        { when: DISABLED, say: ({ amount }, out) => { out.say({ kind: 'soft', what: 'skipped', amount: numberOf(amount) }); } },
        { when: FRAME },
        { when: JSON_SUM, opens: false, say: ({ word = '', amount = '0' }, _out, { notes }, line, at) => { notes.set(`json-${word}`, amount).set('json', `${line.trim()} (${at})`); } },
        { when: JSON_FAILURE, say: (groups, out, { notes }) => {
          if (!notes.has('json')) return false;
          out.say({ kind: 'failure', name: `${groups['file'] ?? ''}:${groups['line'] ?? ''}`, ...placeOf(groups) });
          return true;
        } },
      ],
      end: tell,
    }),
};

/** `[  PASSED  ] N tests.` is the whole result only if no FAILED count follows it. */
function tell(out: Out, { notes }: Memory): void {
  const tests = notes.get('json-tests');
  if (tests !== undefined && notes.has('json-disabled')) {
    const failed = numberOf(notes.get('json-failures')) + numberOf(notes.get('json-errors'));
    out.say(tests === '0' ? { kind: 'no-tests', text: '"tests": 0' } : { kind: 'totals', passed: Number(tests) - failed, failed, skipped: 0, text: `"tests": ${tests}, "failures": ${failed}` });
    notes.delete('json-tests');
  }
  const passed = notes.get('passed');
  if (passed === undefined) return;
  const place = { text: notes.get('text') ?? '', from: Number(notes.get('at')) };
  out.say(passed === '0' ? { kind: 'no-tests', ...place } : { kind: 'totals', passed: Number(passed), failed: 0, skipped: 0, ...place });
  notes.delete('passed');
}
