import type { Recognizer } from '../../../model/index.js';
import { countsIn } from '../grammar/counts.js';
import { numberOf, openTable, placeOf, sayError } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by ExUnit of Elixir 1.14.
export const recognizer: Recognizer = {
  tool: 'exunit',
  kind: 'tests',
  docs: {
    title: 'ExUnit and mix',
    why: 'Reads the counts behind the time; compilation errors are red',
    fix: 'Run `mix test` with the named file and line',
    since: '0.1.0',
  },
  marks: [') test ', 'Finished in ', ' tests, ', ' test, ', '== Compilation error', 'There are no tests to run', 'All tests have been excluded', '--warnings-as-errors option', 'Randomized with seed ', 'Running ExUnit with seed: ', '_test.exs]', '** (Mix)', ' file (.ex)', ' files (.ex)'],
  open: () =>
    openTable({
      rows: [
        // `--trace`: the module, then its tests with their times and lines; older ones print the name twice, on one line.
        { when: /^(?:Elixir\.)?[A-Z][\w.]{0,200} \[(?:\S{1,300}\/)?[\w.-]{1,200}\.exs?\]$/, say: (_groups, _out, { notes }) => { notes.set('traced', '1'); } },
        {
          when: /^ {2}\* (?:test|property|doctest) (?<name>\S.{0,300}?) \((?<how>\d{1,9}\.\d{1,3}ms|skipped|excluded)\)(?: \[L#\d{1,7}\])?$/,
          say: ({ name = '', how = '' }, out, { notes }) => {
            if (!notes.has('traced')) return false;
            if (/^\d/.test(how)) out.passed(name);
            return true;
          },
        },
        { when: /^Finished in \d{1,7}\.\d{1,3} seconds \((?!files took )/, say: (_groups, _out, { notes }) => { notes.set('finished', '1').set('seen', '1'); } },
        {
          when: /^(?<others>(?:\d{1,9} (?:doctests?|properties|property), ){0,2})(?<tests>\d{1,9}) tests?, (?<failed>\d{1,9}) failures?(?<rest>(?:, \d{1,9} (?:skipped|excluded|invalid)){0,3})$/,
          say: ({ others = '', tests, failed, rest = '' }, out, { notes }) => {
            if (!notes.delete('finished')) return false;
            const counts = countsIn(rest);
            const red = numberOf(failed) + counts.of('invalid');
            sayTally(out, { passed: Math.max(0, numberOf(tests) + countsIn(others).of('doctest', 'doctests', 'property', 'properties') - red - counts.of('skipped', 'excluded')), failed: red, skipped: counts.of('skipped') });
            return true;
          },
        },
        { when: /^ {2}\d{1,6}\) (?:test|property|doctest) (?<name>\S.{0,300}) \((?<module>[\w.]{1,200})\)$/, say: ({ name = '', module = '' }, _out, { notes }, line, at) => { notes.set('failure', `${module} ${name}`).set('text', line).set('at', String(at)); } },
        {
          when: /^ {5}(?<file>[^\s:]{1,300}\.exs):(?<line>\d{1,7})$/,
          say: (groups, out, { notes }) => {
            const name = notes.get('failure');
            if (name === undefined) return false;
            notes.delete('failure');
            out.say({ kind: 'failure', name, ...placeOf(groups), text: notes.get('text') ?? name, from: Number(notes.get('at')) });
            return true;
          },
        },
        { when: /^Compiling \d{1,7} files? \(\.ex\)$/, say: (_groups, _out, { notes }) => { notes.set('compiling', '1'); } },
        { when: /^ {0,4}warning: \S/, say: (_groups, out, { notes }) => {
          if (!notes.has('compiling')) return false;
          out.say({ kind: 'soft', what: 'warning', amount: 1 });
          return true;
        } },
        { when: /^Generated \S{1,100} app$/ },
        { when: /^== Compilation error in file (?<file>\S{1,300}) ==$/, say: sayError },
        { when: /^Compilation failed due to warnings while using the --warnings-as-errors option$/, say: (_groups, out) => { out.say({ kind: 'gate', name: 'warnings as errors' }); } },
        { when: /^\*\* \(Mix\) /, say: (_groups, out, _memory, line) => { out.say({ kind: 'gate', name: line.slice(0, 200) }); } },
        { when: /^(?:There are no tests to run|All tests have been excluded\.)$/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^Running ExUnit with seed: \d/ },
        { when: /^Randomized with seed \d/, say: (_groups, _out, { notes }) => notes.has('seen') },
      ],
    }),
};
