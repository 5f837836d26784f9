import type { Out, Recognizer } from '../../../model/index.js';
import { type Groups, type Memory, numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// VSTest console logger of the .NET SDK 6 to 8, the terminal logger of SDK 9, and MSBuild 17.
const CASE = /^ {2}(?<what>Passed|Failed|Skipped) (?<name>\S.{0,600}?)(?<time> \[[<\d][^\]]{0,30}\])?$/;
const FRAME = /^ {3,}at .{1,400} in (?<file>.{1,300}):line (?<line>\d{1,7})$/;
const SHORT = /^(?:Passed|Failed|Skipped)! {1,2}- Failed: {1,9}(?<failed>\d{1,9}), Passed: {1,9}(?<passed>\d{1,9}), Skipped: {1,9}(?<skipped>\d{1,9}), Total: {1,9}\d{1,9}/;
const SUMMARY = /^Test summary: total: \d{1,9}, failed: (?<failed>\d{1,9}), succeeded: (?<passed>\d{1,9}), skipped: (?<skipped>\d{1,9})/;
const COUNT = /^ {0,12}(?<what>Total tests|Passed|Failed|Skipped): (?<amount>\d{1,9}|Unknown)$/;
const COMPILER = /^ {0,8}(?<file>[^\s(][^(]{0,400}\.(?:cs|vb|fs|razor|cshtml|xaml|\w{2}proj))\((?<line>\d{1,7})(?:,\d{1,6}){0,3}\): (?<level>error|warning) [A-Z]{2,12}\d{1,6}: /;
const BUILD_ERROR = /^(?:CSC|MSBUILD|.{1,400}\.(?:\w{2}proj|sln)) : (?<level>error|warning) [A-Z]{2,12}\d{1,6}: /;
const KEPT = 200;

export const recognizer: Recognizer = {
  tool: 'dotnet-test',
  kind: 'tests',
  docs: {
    title: 'dotnet test and dotnet build',
    why: 'Reads the counts of every test project, each failed test with its place, and errors of the compiler',
    fix: 'Run `dotnet test --filter` with the named test',
    since: '0.1.0',
  },
  marks: ['Test run for ', 'Test Run Successful.', 'Test Run Failed.', 'Test Run Aborted.', 'Passed!  - Failed:', 'Failed!  - Failed:', 'Skipped! - Failed:', 'Test summary: total: ', 'No test is available in ', 'No test matches the given testcase filter', '): error ', '): warning ', ' : error ', 'Build FAILED.', 'Build succeeded', 'Build failed with ', '  Passed ', '  Failed '],
  open: () =>
    openTable({
      unfinished: 'dotnet test began and never printed its counts',
      rows: [
        { when: /^Test run for .{1,400} \([^)]{1,80}\)$/, opens: true, say: (_groups, _out, { notes }) => { notes.set('tests', '1'); } },
        { when: CASE, say: sayCase },
        { when: FRAME, say: (groups, out, memory) => memory.notes.has('failure') && sayHeld(out, memory, placeOf(groups)) },
        { when: SHORT, closes: true, say: sayShort },
        { when: SUMMARY, closes: true, say: sayShort },
        { when: /^Test Run (?<how>Successful|Failed|Aborted)\.$/, say: ({ how = '' }, out, memory, line, at) => {
          sayHeld(out, memory);
          memory.notes.set('how', how).set('text', line).set('from', String(at)).set('tests', '1');
        } },
        { when: COUNT, say: ({ what = '', amount }, _out, { notes, sums }) => {
          if (!notes.has('how')) return false;
          sums.set(what, amount === 'Unknown' ? 0 : numberOf(amount));
          return true;
        } },
        { when: /^ Total time: /, closes: true, say: (_groups, out, memory) => sayCounts(out, memory) },
        { when: /^(?:No test is available in |No test matches the given testcase filter )/, closes: true, say: (_groups, out, { notes }) => {
          notes.set('tests', '1');
          out.say({ kind: 'no-tests' });
        } },
        { when: COMPILER, say: sayCompiler },
        { when: BUILD_ERROR, say: sayCompiler },
        { when: /^Build (?:FAILED\.$|failed with \d{1,9} error\(s\))/, say: (_groups, out) => { out.say({ kind: 'closed', ok: false }); } },
        { when: /^Build succeeded(?:\.$| (?:with \d{1,9} warning\(s\) )?in \d)/, say: (_groups, _out, { notes }, line, at) => { notes.set('built', line).set('builtAt', String(at)); } },
        { when: /^ {4}(?<amount>\d{1,7}) (?:Warning|Error)\(s\)$/ },
        { when: /^(?:Starting test execution, please wait|A total of \d{1,9} test files? matched|VSTest version |Microsoft \(R\) Test Execution )/ },
      ],
      end(out, memory) {
        sayHeld(out, memory);
        sayCounts(out, memory);
        // A build says nothing about tests that ought to have run.
        const built = memory.notes.get('built');
        if (built !== undefined && !memory.notes.has('tests')) out.say({ kind: 'closed', ok: true, text: built, from: Number(memory.notes.get('builtAt')) });
      },
    }),
};

function sayCase({ what, name = '', time }: Groups, out: Out, memory: Memory, line: string, at: number): boolean {
  // Without a time it may be the words of anything, unless the runner has begun.
  if (time === undefined && !memory.notes.has('tests')) return false;
  sayHeld(out, memory);
  if (what === 'Passed') out.passed(name);
  else if (what === 'Failed') memory.notes.set('failure', name).set('failureText', line).set('failureAt', String(at));
  return true;
}

// The place stands in the trace below the failure.
function sayHeld(out: Out, { notes }: Memory, place: { file: string | null; line: number | null } = { file: null, line: null }): true {
  const name = notes.get('failure');
  if (name !== undefined) out.say({ kind: 'failure', name, ...place, text: notes.get('failureText') ?? name, from: Number(notes.get('failureAt')) });
  notes.delete('failure');
  return true;
}

function sayShort({ passed, failed, skipped }: Groups, out: Out, memory: Memory, line: string): void {
  sayHeld(out, memory);
  memory.notes.set('tests', '1');
  sayTally(out, { passed: numberOf(passed), failed: numberOf(failed), skipped: numberOf(skipped) });
  if (line.startsWith('Failed!') && numberOf(failed) === 0) out.say({ kind: 'closed', ok: false });
}

function sayCounts(out: Out, { notes, sums }: Memory): boolean {
  const how = notes.get('how');
  if (how === undefined) return false;
  const place = { text: notes.get('text') ?? how, from: Number(notes.get('from')) };
  const failed = sums.get('Failed') ?? 0;
  const skipped = sums.get('Skipped') ?? 0;
  if (sums.size > 0) sayTally(out, { passed: sums.get('Passed') ?? Math.max(0, (sums.get('Total tests') ?? 0) - failed - skipped), failed, skipped, ...place });
  if (how === 'Aborted' || (how === 'Failed' && failed === 0)) out.say({ kind: 'closed', ok: false, ...place });
  else if (sums.size === 0) out.say({ kind: 'closed', ok: how === 'Successful', ...place });
  notes.delete('how');
  sums.clear();
  return true;
}

// MSBuild prints each message where it arises and once more in its summary.
function sayCompiler(groups: Groups, out: Out, { notes }: Memory, line: string): void {
  const key = `at:${line.trim().slice(0, KEPT)}`;
  if (notes.has(key) || notes.size > KEPT) return;
  notes.set(key, '1');
  const isError = groups['level'] === 'error';
  out.say({ kind: 'diagnostic', level: isError ? 'error' : 'warning', ...placeOf(groups) });
  if (!isError) out.say({ kind: 'soft', what: 'warning', amount: 1 });
}
