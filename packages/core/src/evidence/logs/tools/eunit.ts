import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, sayClosed, sayError, sayWarning } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// A capture that was trimmed has lost the indentation of its first line.
const FIRST = 4;

// Printed by EUnit of OTP 25, erlc and rebar3 3.19.
export const recognizer: Recognizer = {
  tool: 'eunit',
  kind: 'tests',
  docs: {
    title: 'EUnit and rebar3',
    why: 'Reads its closing sentence',
    fix: 'Run the named module alone',
    since: '0.1.0',
  },
  marks: [' tests. Passed ', ' tests passed.', 'Test passed.', 'Failed: ', 'There were no tests to run', '*failed*', '===> ', 'EUnit =====', '.erl:'],
  open: () =>
    openTable({
      rows: [
        { when: /^Failed (?<failed>\d{1,9}) tests\.(?: Skipped (?<skipped>\d{1,9}) .{0,80}tests\.)? Passed (?<passed>\d{1,9}) tests\./, say: ({ failed, skipped, passed }, out) => { sayTally(out, { passed: numberOf(passed), failed: numberOf(failed), skipped: numberOf(skipped) }); } },
        { when: /^ {0,2}(?:All )?(?<tests>\d{1,9}) tests passed\.$/, closes: true, say: ({ tests }, out) => { sayTally(out, { passed: numberOf(tests), failed: 0 }); } },
        { when: /^ {0,2}Test passed\.$/, closes: true, say: (_groups, out, _memory, line, at) => {
          if (!(line.startsWith(' ') || at <= FIRST)) return false;
          sayTally(out, { passed: 1, failed: 0 });
          return true;
        } },
        { when: /^ {0,2}Failed: (?<failed>\d{1,9})\. {2}Skipped: (?<skipped>\d{1,9})\. {2}Passed: (?<passed>\d{1,9})\./, closes: true, say: ({ failed, skipped, passed }, out) => { sayTally(out, { passed: numberOf(passed), failed: numberOf(failed), skipped: numberOf(skipped) }); } },
        { when: /^ {0,2}There were no tests to run\.$/, closes: true, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^Finished in \d{1,7}\.\d{1,3} seconds$/, say: (_groups, _out, { notes }) => {
          notes.set('finished', '1');
          return false;
        } },
        { when: /^(?<tests>\d{1,9}) tests(?:, (?<failed>\d{1,9}) failures?)?(?:, (?<skipped>\d{1,9}) skips?)?$/, say: ({ tests, failed, skipped }, out, { notes }) => {
          if (!notes.delete('finished') || !notes.has('rebar3')) return false;
          sayTally(out, { passed: Math.max(0, numberOf(tests) - numberOf(failed) - numberOf(skipped)), failed: numberOf(failed), skipped: numberOf(skipped) });
          return true;
        } },
        { when: /^={10,40} EUnit ={10,40}$/, opens: true },
        { when: /^ {2}(?<name>\w{1,200}: \w{1,200})(?:\.{3}| \(.{1,100}\)\.{3})(?:\[\d{1,7}\.\d{1,4} s\] )?ok$/, say: ({ name = '' }, out) => { out.passed(name); } },
        { when: /^(?:\w{1,200}:(?: \w{1,200}|\d{1,7}:) ?)?.{0,200}\.{3}\*failed\*$/, say: (_groups, out, _memory, line) => { out.say({ kind: 'failure', name: line.replace(/\.{3}\*failed\*$/, '').trim(), file: null, line: null }); } },
        { when: /^===> (?:Compiling .{1,300} failed|Error running tests|Failed |.{0,200}error)/, say: sayClosed(false) },
        { when: /^(?<file>[^\s:]{1,300}\.[eh]rl):(?<line>\d{1,7}):(?:\d{1,6}:)? Warning: /, say: sayWarning },
        { when: /^(?<file>[^\s:]{1,300}\.[eh]rl):(?<line>\d{1,7}):(?:\d{1,6}:)? \S/, say: sayError },
        { when: /^===> (?:Verifying|Analyzing|Compiling|Performing EUnit|Fetching)/, say: (_groups, _out, { notes }) => { notes.set('rebar3', '1'); } },
        { when: /^%\s{1,8}(?:\d{1,7})?\|/ },
      ],
    }),
};
