import type { Out, Recognizer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { labelsIn } from '../grammar/counts.js';
import { type Memory, numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by PHPUnit 9.6; 10 and later say `OK, but there were issues!`.
export const recognizer: Recognizer = {
  tool: 'phpunit',
  kind: 'tests',
  docs: {
    title: 'PHPUnit',
    why: 'Reads OK, FAILURES! or ERRORS! with the counts behind it',
    fix: 'Run the test with `--filter`',
    since: '0.1.0',
  },
  adoptsTicks: true,
  marks: ['PHPUnit ', 'OK (', 'FAILURES!', 'ERRORS!', 'WARNINGS!', 'OK, but ', 'No tests executed!', 'Tests: ', 'PHP Fatal error:  Uncaught'],
  open: () => {
    const crosses = holdCrosses();
    return openTable({
      unfinished: 'PHPUnit began and printed no counts',
      rows: [
        { when: /^PHPUnit \d{1,3}\.\d{1,3}\.\d{1,3} by Sebastian Bergmann/, opens: true },
        { when: /^OK \((?<tests>\d{1,9}) tests?, \d{1,9} assertions?\)$/, closes: true, say: ({ tests }, out) => {
          crosses.close(out, 0);
          out.say({ kind: 'totals', passed: numberOf(tests), failed: 0, skipped: 0 });
        } },
        { when: /^[.FEWRSIND]{1,200} {1,80}\d{1,9} \/ \d{1,9} \( {0,2}\d{1,3}%\)$/, inside: true, say: (_groups, _out, _memory, line, at) => !/^[^FE]*[FE]/.test(line) || crosses.hold(`a mark of failure in \`${line.slice(0, 80)}\``, at, line) },
        { when: /^(?<word>FAILURES|ERRORS|WARNINGS)!$/, say: ({ word = '' }, _out, { notes }) => { notes.set('word', word); } },
        { when: /^OK, but (?:incomplete, skipped, or risky tests|some tests|there were issues|there was)/, say: (_groups, _out, { notes }) => { notes.set('word', 'OK'); } },
        { when: /^Tests: (?<tests>\d{1,9}), Assertions: \d{1,9}(?:, .{1,200})?\.$/, closes: true, say: ({ tests }, out, memory, line) => {
          if (!memory.notes.has('word')) return false;
          sayCounts(numberOf(tests), line, out, memory);
          return true;
        } },
        { when: /^No tests executed!$/, closes: true, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^\d{1,6}\) (?<name>[\w\\]{1,200}::\w{1,200}(?: with data set .{1,200})?)$/, inside: true, say: ({ name = '' }, _out, { notes }, line, at) => { notes.set('failure', name).set('text', line).set('at', String(at)); } },
        {
          when: /^(?<file>\/[^\s:]{1,300}\.php):(?<line>\d{1,7})$/, inside: true,
          say: (groups, out, { notes }) => {
            const name = notes.get('failure');
            if (name === undefined || notes.get('group') !== 'red') return;
            out.say({ kind: 'failure', name, ...placeOf(groups), text: notes.get('text') ?? name, from: Number(notes.get('at')) });
            notes.delete('failure');
          },
        },
        { when: /^There (?:was|were) \d{1,9} (?<what>failure|error|warning|risky test|skipped test|incomplete test|notice|deprecation)s?:$/, inside: true, say: ({ what }, _out, { notes }) => { notes.set('group', what === 'failure' || what === 'error' ? 'red' : 'soft'); } },
        { when: /^PHP Fatal error: {1,3}Uncaught \S/, say: (_groups, out, _memory, line) => { out.say({ kind: 'gate', name: line.slice(0, 200) }); } },
        { when: /^ {1,3}✘ (?<name>\S.{0,300})$/, inside: true, say: ({ name = '' }, out, { notes }) => {
          if (!(notes.has(`x:${name}`) || notes.size > 200)) {
            notes.set(`x:${name}`, '1');
            out.say({ kind: 'failure', name, file: null, line: null });
          }
        } },
        { when: /^ {1,3}✔ (?<name>\S.{0,300})$/, inside: true, say: ({ name = '' }, out) => { out.passed(name); } },
      ],
    });
  },
};

/** `Tests: 3, Assertions: 1, Failures: 1, Skipped: 1.` */
function sayCounts(tests: number, line: string, out: Out, { notes }: Memory): void {
  const counts = labelsIn(line);
  const failed = counts.of('failures', 'errors');
  const skipped = counts.of('skipped', 'incomplete');
  if (failed === 0 && (notes.get('word') === 'FAILURES' || notes.get('word') === 'ERRORS')) out.say({ kind: 'closed', ok: false });
  sayTally(out, { passed: Math.max(0, tests - failed - skipped), failed, skipped });
  const warnings = counts.of('warnings', 'risky', 'phpunit warnings', 'notices');
  if (warnings > 0) out.say({ kind: 'soft', what: 'warning', amount: warnings });
  const deprecations = counts.of('deprecations', 'phpunit deprecations');
  if (deprecations > 0) out.say({ kind: 'soft', what: 'deprecated', amount: deprecations });
  notes.delete('word');
}
