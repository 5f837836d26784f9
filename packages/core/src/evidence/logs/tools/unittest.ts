import type { Out, Recognizer } from '../../../model/index.js';
import { type Crosses, holdCrosses, sayRedRow } from '../grammar/crosses.js';
import { labelsIn } from '../grammar/counts.js';
import { type Memory, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by unittest of Python 3.11 and by nose2 0.12; 3.12 adds `NO TESTS RAN`; Django prints the same.
const RAN = /^Ran (?<ran>\d{1,9}) tests? in \d{1,9}\.\d{1,6}s$/;
const RESULT = /^(?<word>OK|FAILED|NO TESTS RAN)(?: \((?<counts>[a-z]+(?: [a-z]+)?=\d{1,9}(?:, [a-z]+(?: [a-z]+)?=\d{1,9}){0,5})\))?$/;
const HEADING = /^(?<kind>ERROR|FAIL|UNEXPECTED SUCCESS): (?<name>\S{1,300}) \((?<where>[^()]{1,400})\)(?<sub>.{0,300})$/;
const PLACE = /^ {2}File "(?<file>[^"]{1,400})", line (?<line>\d{1,7}), in /;
const CASE = /^(?<name>\S{1,300}) \((?<where>[\w.<>]{1,400})\)(?: \.\.\.(?: (?<outcome>.*))?)?$/;
const OUTCOME = /^(?:(?<doc>.{0,600}) \.\.\. )?(?<outcome>ok|FAIL|ERROR|skipped .{0,600}|expected failure|unexpected success)$/;

const ROW = /^[.FEsxu]{1,4000}$/;
const RED = /[FE]/;

export const recognizer: Recognizer = {
  tool: 'unittest',
  kind: 'tests',
  docs: {
    title: 'unittest, nose2 and Django test runner',
    why: 'Reads `Ran N tests` and the word behind it, and each FAIL or ERROR block with its place',
    fix: 'Run `python -m unittest`, and give it a path when it finds nothing',
    since: '0.1.0',
  },
  marks: [' tests in ', ' test in ', 'FAIL: ', 'ERROR: ', 'UNEXPECTED SUCCESS: ', ') ...', '(errors=', '(failures='],
  open: (before = () => []) => {
    const crosses = holdCrosses();
    return openTable({
      isOpenRegion: true,
      unfinished: 'unittest began and printed no closing line',
      rows: [
        { when: RAN, opens: true, say: ({ ran = '0' }, _out, { notes }, line, at) => { notes.set('ran', ran).set('text', line).set('at', String(at)); } },
        { when: RESULT, closes: true, say: ({ word = '', counts = '' }, out, memory) => {
          if (word === 'OK' && memory.notes.has('ran')) sayRedMarks(memory.notes.get('ran') ?? '', before(), crosses, out);
          return readResult(word, counts, out, memory);
        } },
        {
          when: HEADING,
          say: ({ name = '', where = '', sub = '' }, out, memory, line, at) => {
            tell(out, memory);
            memory.notes.set('failure', `${where.endsWith(`.${name}`) ? where : `${where}.${name}`}${sub}`).set('failureText', line).set('failureAt', String(at));
          },
        },
        {
          when: PLACE,
          say: ({ file = '', line = '0' }, _out, memory) => {
            if (!memory.notes.has('failure')) return false;
            if (!/\/unittest\/|site-packages|dist-packages/.test(file)) Object.assign(memory, { file, line: Number(line) });
            return true;
          },
        },
        { when: /^-{70}$/, say: (_groups, out, memory) => memory.notes.has('failure') && (memory.notes.get('rule') === '1' ? (tell(out, memory), true) : void memory.notes.set('rule', '1')) },
        {
          when: CASE,
          opens: true,
          say: ({ name = '', where = '', outcome }, out, { notes }, line, at) => {
            if (outcome === undefined && !where.endsWith(`.${name}`) && !line.endsWith(' ...')) return false;
            notes.set('case', where.endsWith(`.${name}`) ? where : `${where}.${name}`);
            if (outcome === 'ok') out.passed(take(notes, 'case'));
            else if (outcome === 'FAIL' || outcome === 'ERROR') crosses.hold(take(notes, 'case'), at, line);
            return true;
          },
        },
        {
          when: OUTCOME,
          say: ({ doc, outcome }, out, { notes }, line, at) => {
            if (!notes.has('case')) return false;
            const name = take(notes, 'case');
            if (outcome === 'ok') out.passed(doc === undefined || doc === '' ? name : `${name} ${doc}`);
            else if (outcome === 'FAIL' || outcome === 'ERROR') crosses.hold(name, at, line);
            return true;
          },
        },
        // Traceback and assertion below a heading.
        { when: /^(?:Traceback \(most| {2,}|[\w.]{1,120}(?:Error|Exception|Interrupt|Exit|Warning)\b|Stdout:|Stderr:)/, say: (_groups, _out, { notes }) => notes.has('failure') },
        { when: /^={70}$/ , say: (_groups, out, memory) => {
          tell(out, memory);
          return memory.notes.has('case') || memory.notes.has('failureAt');
        } },
      ],
      end: tell,
    });
  },
};

// A row has one mark for each test; shorter ones may be the program's words.
function sayRedMarks(ran: string, before: readonly string[], crosses: Crosses, out: Out): void {
  crosses.close(out, 0);
  sayRedRow(out, before.filter((line) => line.trimEnd().length === Number(ran)), ROW, RED);
}

function readResult(word: string, counts: string, out: Out, memory: Memory): boolean {
  tell(out, memory);
  const ran = memory.notes.get('ran');
  if (ran === undefined) return false;
  memory.notes.delete('ran');
  const named = labelsIn(counts.replaceAll('=', ': '));
  const failed = named.of('failures', 'errors', 'unexpected successes');
  const skipped = named.of('skipped');
  const todo = named.of('expected failures');
  const place = { text: `${memory.notes.get('text') ?? ''}, ${word}${counts === '' ? '' : ` (${counts})`}`, from: Number(memory.notes.get('at')) };
  if (word === 'FAILED' && failed === 0) out.say({ kind: 'closed', ok: false });
  else sayTally(out, { passed: Math.max(0, Number(ran) - failed - skipped - todo), failed, skipped, todo, ...place });
  return true;
}

/** Tells the failure that waits for the innermost place of its traceback. */
function tell(out: Out, memory: Memory): void {
  const name = memory.notes.get('failure');
  if (name === undefined) return;
  out.say({ kind: 'failure', name, file: memory.file, line: memory.line, text: memory.notes.get('failureText') ?? name, from: Number(memory.notes.get('failureAt')) });
  memory.notes.delete('failure');
  memory.notes.delete('rule');
  Object.assign(memory, { file: null, line: null });
}

function take(notes: Map<string, string>, key: string): string {
  const value = notes.get(key) ?? '';
  notes.delete(key);
  return value;
}
