import type { Out, Recognizer } from '../../../model/index.js';
import { type Groups, type Memory, addTo, numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// XCTest as `swift test` of Swift 5.9 prints it on Linux, and on macOS with `-[Module.Class method]`; Swift Testing of Swift 6.0.
const SUITE_STARTED = /^Test Suite '(?<suite>[^']{1,300})' started at /;
const SUITE_ENDED = /^Test Suite '(?<suite>[^']{1,300})' (?:passed|failed|skipped) at /;
const CASE = /^Test Case '(?:-\[)?(?<name>[^'\]]{1,400})\]?' (?<what>started|passed|failed|skipped)(?: at | \(|\.)/;
const ASSERTION = /^(?<file>[^:]{1,400}):(?<line>\d{1,7}): error: (?:-\[)?[\w.]{1,200}[. ]\w{1,200}\]? : /;
const EXECUTED = /^[\t ]{1,8}Executed (?<run>\d{1,9}) tests?, with (?:(?<skipped>\d{1,9}) tests? skipped and )?(?<failed>\d{1,9}) failures? \(\d{1,9} unexpected\) in /;
const NEW_RUN = /^\S{1,2} Test run with (?<run>\d{1,9}) tests?(?: in \d{1,9} suites?)? (?<what>passed|failed) after \d/;
const NEW_CASE = /^\S{1,2} Test (?<name>"[^"]{1,300}"|[\w`$]{1,200}\([\w:, `]{0,200}\))(?: with \d{1,9} test cases?)? (?<what>passed|failed|skipped|started|recorded)\b/;
const NEW_PLACE = /recorded an issue(?: with .{1,200}?)? at (?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,6}: /;

export const recognizer: Recognizer = {
  tool: 'swift-test',
  kind: 'tests',
  docs: {
    title: 'swift test: XCTest and Swift Testing',
    why: 'Reads the counts of the outermost suite once, and each test by name; a run that breaks off is unfinished',
    fix: 'Run `swift test --filter` with the named test',
    since: '0.1.0',
  },
  marks: ["Test Suite '", "Test Case '", ' Test run started', ' Test run with ', ' unexpected) in ', 'error: Exited with '],
  open: () =>
    openTable({
      unfinished: 'swift test began and never printed its counts',
      rows: [
        { when: SUITE_STARTED, opens: true, say: ({ suite = '' }, _out, { notes }) => { if (!notes.has('outer')) notes.set('outer', suite); } },
        { when: SUITE_ENDED, say: ({ suite = '' }, _out, { notes }) => { notes.set('ended', suite); } },
        { when: CASE, say: sayCase },
        { when: ASSERTION, inside: true, say: keepPlace },
        {
          when: EXECUTED, closes: true,
          say: (groups, out, memory, line, at) => {
            // Each suite counts its own tests again: only the outermost one speaks for all.
            memory.notes.set('executed', line).set('at', String(at));
            const outer = memory.notes.get('outer');
            if (outer === undefined || outer !== memory.notes.get('ended')) return false;
            memory.notes.delete('outer');
            sayExecuted(groups, out, memory, line, at);
            return true;
          },
        },
        { when: EXECUTED },
        { when: /^\S{1,2} Test run started\.$/, opens: true },
        { when: NEW_RUN, closes: true, say: ({ run, what }, out, memory, line, at) => {
          const failed = taken(memory, 'newFailed');
          const skipped = taken(memory, 'newSkipped');
          sayRun(numberOf(run), what === 'failed' ? Math.max(1, failed) : failed, skipped, out, memory, line, at);
        } },
        { when: NEW_PLACE, say: keepPlace },
        { when: NEW_CASE, say: sayNewCase },
        { when: /^error: Exited with (?:unexpected )?signal code \d/, say: (_groups, out, _memory, line) => { out.say({ kind: 'gate', name: line.slice(0, 200) }); } },
      ],
      end(out, memory) {
        const { notes } = memory;
        const line = notes.get('executed');
        const groups = line === undefined || notes.has('outer') ? undefined : EXECUTED.exec(line)?.groups;
        if (line !== undefined && groups) sayExecuted(groups, out, memory, line, Number(notes.get('at')));
        const none = notes.get('none');
        if (none !== undefined && !notes.has('ran')) sayTally(out, { passed: 0, failed: 0, skipped: numberOf(notes.get('noneSkipped')), text: none, from: Number(notes.get('noneAt')) });
      },
    }),
};

function sayCase({ name = '', what }: Groups, out: Out, memory: Memory, line: string): void {
  if (what === 'started') memory.file = memory.line = null;
  else if (what === 'passed') out.passed(name.replace(' ', '.'));
  else if (what === 'failed') {
    addTo(memory, 'failed');
    out.say({ kind: 'failure', name: name.replace(' ', '.'), file: memory.file, line: memory.line, text: line });
  }
}

function sayNewCase({ name = '', what }: Groups, out: Out, memory: Memory): void {
  if (what === 'passed') out.passed(name);
  else if (what === 'skipped') addTo(memory, 'newSkipped');
  else if (what === 'failed') {
    addTo(memory, 'newFailed');
    out.say({ kind: 'failure', name, file: memory.file, line: memory.line });
    memory.file = memory.line = null;
  }
}

// The first place is the one that counts.
function keepPlace({ file, line }: Groups, _out: Out, memory: Memory): void {
  if (memory.file !== null) return;
  memory.file = file === undefined || file === '<EXPR>' ? null : file;
  memory.line = memory.file === null ? null : numberOf(line);
}

// XCTest counts failed assertions; the tests that failed were named one by one.
function sayExecuted({ run, skipped, failed }: Groups, out: Out, memory: Memory, line: string, at: number): void {
  memory.notes.delete('executed');
  const named = taken(memory, 'failed');
  const red = numberOf(failed) === 0 ? named : Math.min(numberOf(failed), named || numberOf(failed));
  sayRun(numberOf(run), red, numberOf(skipped), out, memory, line, at);
}

// `swift test` runs XCTest and Swift Testing one after the other; one of them is often empty.
function sayRun(run: number, failed: number, skipped: number, out: Out, { notes }: Memory, text: string, from: number): void {
  const passed = Math.max(0, run - failed - skipped);
  if (passed + failed === 0) notes.set('none', text).set('noneAt', String(from)).set('noneSkipped', String(skipped));
  else {
    notes.set('ran', '1');
    sayTally(out, { passed, failed, skipped, text, from });
  }
}

function taken({ sums }: Memory, key: string): number {
  const sum = sums.get(key) ?? 0;
  sums.delete(key);
  return sum;
}
