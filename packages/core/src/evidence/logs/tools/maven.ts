import type { Out, Recognizer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { type Memory, addTo, numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by Maven 3.8 with Surefire 2.22 and 3.2, -B; older Surefire prints its counts without a level in front.
const TOTALS = /^(?:\[(?:INFO|WARNING|ERROR)\] )?Tests run: (?<run>\d{1,9}), Failures: (?<failures>\d{1,9}), Errors: (?<errors>\d{1,9}), Skipped: (?<skipped>\d{1,9})(?:, Flakes: (?<flakes>\d{1,9}))?$/;
const SUITE = /^(?:\[(?:INFO|WARNING|ERROR)\] )?Tests run: (?<run>\d{1,9}), Failures: (?<failures>\d{1,9}), Errors: (?<errors>\d{1,9}), Skipped: (?<skipped>\d{1,9}), Time elapsed: [^-]{1,60}(?:-{1,2} in (?<name>[\w.$]{1,300}))?$/;
const LISTED = /^\[ERROR\] {3}(?<name>[\w.$]{1,300}?)(?:->[\w.$]{1,300}?)?(?::(?<line>\d{1,7})(?:->[\w.$:]{1,300})?)? (?:» )?\S/;
const COMPILER = /^\[(?<level>ERROR|WARNING)\] (?<file>\/[^\s:]{1,400}\.(?:java|kt|scala|groovy)):(?:\[| ?\()(?<line>\d{1,7})/;
const SKIPPED = /^\[INFO\] (?:No tests to run\.|Tests are skipped\.)$/;
const NO_MATCH = /^\[ERROR\] .{0,300}No tests (?:matching pattern|were executed)/;
const LEVEL = /^\[(?:INFO|WARNING|ERROR|DEBUG)\](?: |$)/;

export const recognizer: Recognizer = {
  tool: 'maven',
  kind: 'build',
  docs: {
    title: 'Maven with Surefire',
    why: 'Reads the closing sentence and the counts of every module; failures that Maven was told to ignore stay failures',
    fix: 'Read the report of the named class in target/surefire-reports',
    since: '0.1.0',
  },
  marks: ['[INFO] Scanning for projects', 'Tests run: ', '[INFO] BUILD ', '[ERROR] COMPILATION ERROR', '[ERROR] Failed to execute goal ', '[INFO] --- ', '[ERROR] There are test failures', '[INFO] No tests to run.', '[INFO] Tests are skipped.'],
  open: () => {
    const crosses = holdCrosses();
    return openTable({
      unfinished: 'Maven began and printed no closing sentence',
      rows: [
        { when: /^\[INFO\] Scanning for projects\.\.\.$/, opens: true },
        { when: /^\[INFO\] --- [\w:.-]{1,200}(?: \([\w-]{1,100}\))? @ /, opens: true },
        {
          when: TOTALS,
          say: ({ run, failures, errors, skipped, flakes }, out, memory, line) => {
            // Without a level it may be the words of a test, unless `Results :` stands before it.
            if (!line.startsWith('[') && !memory.notes.has('results')) return;
            const failed = numberOf(failures) + numberOf(errors);
            const counted = numberOf(run) - failed - numberOf(skipped) - numberOf(flakes);
            addTo(memory, 'run', numberOf(run));
            crosses.close(out, failed);
            if (numberOf(run) > 0) sayTally(out, { passed: Math.max(0, counted), failed, skipped: numberOf(skipped), flaky: numberOf(flakes) });
          },
        },
        { when: SUITE, say: ({ run, failures, errors, skipped, name }, out, _memory, line, at) => {
          if (failures !== '0' || errors !== '0') crosses.hold(name ?? 'a test class', at, line);
          else if (name !== undefined && run !== skipped) out.passed(name);
        } },
        { when: /^(?:\[INFO\] )?Results ?:$/, say: (_groups, _out, { notes }) => { notes.set('results', '1'); } },
        { when: /^\[ERROR\] (?:Failures|Errors): ?$/, say: (_groups, _out, { notes }) => { notes.set('list', '1'); } },
        { when: /^\[INFO\] ?$/, say: (_groups, _out, { notes }) => { notes.delete('list'); } },
        { when: LISTED, say: (groups, out, { notes }) => {
          if (!notes.has('list')) return false;
          out.say({ kind: 'failure', name: groups['name'] ?? '', file: null, line: groups['line'] === undefined ? null : Number(groups['line']) });
          return true;
        } },
        { when: COMPILER, say: (groups, out, memory, line) => { sayCompiler(groups['level'] === 'ERROR', placeOf(groups), line, out, memory); } },
        { when: SKIPPED, say: (_groups, _out, { notes }, line) => { notes.set('none', line); } },
        { when: NO_MATCH, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^\[ERROR\] There are test failures\.$/, say: (_groups, out) => { out.say({ kind: 'gate', name: 'There are test failures.' }); } },
        {
          when: /^\[INFO\] BUILD SUCCESS$/, closes: true,
          say: (_groups, out, { notes, sums }) => {
            out.say((sums.get('run') ?? (notes.has('none') ? 0 : 1)) > 0 ? { kind: 'closed', ok: true } : { kind: 'no-tests', text: notes.get('none') ?? 'Tests run: 0' });
          },
        },
        { when: /^\[INFO\] BUILD FAILURE$/, closes: true, say: (_groups, out) => { out.say({ kind: 'closed', ok: false }); } },
        { when: /^\[ERROR\] Failed to execute goal /, say: (_groups, out, { notes }) => {
          if (!notes.has('goal')) {
            notes.set('goal', '1');
            out.say({ kind: 'closed', ok: false });
          }
        } },
        { when: LEVEL },
      ],
    });
  },
};

// The compiler's messages are printed twice: where they arise and below the failed goal.
function sayCompiler(isError: boolean, place: { file: string | null; line: number | null }, line: string, out: Out, { notes }: Memory): void {
  const key = `at:${line.slice(0, 200)}`;
  if (notes.has(key) || notes.size > 200) return;
  notes.set(key, '1');
  out.say({ kind: 'diagnostic', level: isError ? 'error' : 'warning', ...place });
  if (!isError) out.say({ kind: 'soft', what: 'warning', amount: 1 });
}
