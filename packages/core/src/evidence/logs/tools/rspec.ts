import type { Out, Recognizer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { countsIn } from '../grammar/counts.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

const LISTED = /^(?:Failures:$| {2}\d{1,6}\) \S)/;
// hspec prints ` FAILED [1]`, ` [✘]` and `# PENDING`.
const NOT_PASSED = /(?:\((?:FAILED - \d{1,7}|PENDING: [^)]{0,300}\)?)\)?| FAILED \[\d{1,7}\]| \[[✘‐]\]| # PENDING\b.{0,300})$/;

// `F` in a row of dots, `name (FAILED - 1)` of the documentation format.
const MARKED = /^(?:[.*F]{1,4000}| {2,60}\S.{0,300} \(FAILED - \d{1,7}\))$/;
const RED = /^[^F]*F/;

// Printed by RSpec 3.12, hspec 2.8 and Crystal 1.6.
export const recognizer: Recognizer = {
  tool: 'rspec',
  kind: 'tests',
  docs: {
    title: 'RSpec, hspec and Crystal spec',
    why: 'Reads `N examples, M failures` behind the time; errors outside of examples are red',
    fix: 'Run the line that `Failed examples:` prints',
    since: '0.1.0',
  },
  marks: ['Finished in ', ' examples, ', ' example, ', 'rspec ./', 'crystal spec ', 'Failure/Error: ', '"summary_line":"', '(FAILED - ', ' FAILED [', 'To rerun use: --match "', 'No examples found.', 'deprecation warning'],
  open: (before = () => []) =>
    openTable({
      rows: [
        { when: /^Finished in \d{1,6}(?:\.\d{1,9})? (?:seconds?|microseconds|milliseconds|minutes?)/, say: (_groups, _out, { notes }) => {
          notes.set('finished', '1');
          return false;
        } },
        {
          when: /^(?<all>\d{1,9}) examples?, (?<failed>\d{1,9}) failures?(?<rest>(?:, \d{1,9} [a-z][a-z ]{2,40}){0,3})$/,
          say: ({ all, failed, rest = '' }, out, { notes }) => {
            // The program under test may print such a line; the runner's own follows its time.
            if (!notes.delete('finished')) return false;
            const counts = countsIn(rest);
            const red = numberOf(failed) + counts.of('error', 'errors');
            const pending = counts.of('pending');
            for (const name of documentedNames(before(), numberOf(all))) out.passed(name);
            if (red === 0) sayRedRow(out, before(), MARKED, RED);
            sayTally(out, { passed: Math.max(0, numberOf(all) - red - pending), failed: red, skipped: pending });
            return true;
          },
        },
        { when: /^rspec (?:'|)(?<file>[^\s:'[]{1,300})(?::(?<line>\d{1,7})|\[[\d:]{1,40}\])(?:'|) # (?<name>\S.{0,300})$/, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
        { when: /^crystal spec (?<file>[^\s:]{1,300}):(?<line>\d{1,7}) # (?<name>\S.{0,300})$/, say: (groups, out) => { out.say({ kind: 'failure', name: groups['name'] ?? '', ...placeOf(groups) }); } },
        // hspec 2.8: the place and the name of the failure stand above.
        { when: /^ {2}To rerun use: --match "\/.{0,600}"(?: --seed \d{1,20})?$/, say: (_groups, out, _memory, line) => { sayRerun(out, before(), line); } },
        { when: /^(?<amount>\d{1,7}) deprecation warnings? total$/, say: ({ amount }, out) => { out.say({ kind: 'soft', what: 'deprecated', amount: numberOf(amount) }); } },
        {
          when: /^\{"version":"\d.*"summary_line":"(?<all>\d{1,9}) examples?, (?<failed>\d{1,9}) failures?/,
          say: ({ all, failed }, out) => {
            sayTally(out, { passed: numberOf(all) - numberOf(failed), failed: numberOf(failed), text: `${all ?? ''} examples, ${failed ?? ''} failures` });
          },
        },
        { when: /^(?:Failed examples:|Pending: \(Failures listed here are|No examples found\.|\s{5,7}Failure\/Error: (?!\?assert)\S)/ },
      ],
    }),
};

const NUMBERED = /^ {2}\d{1,6}\) (\S.{0,600})$/;
const PLACE_ABOVE = /^ {2}(\S{1,300}\.l?hs):(\d{1,7}):\d{1,7}: ?$/;

function sayRerun(out: Out, lines: readonly string[], line: string): void {
  const at = lines.findLastIndex((one) => NUMBERED.test(one));
  const name = NUMBERED.exec(lines[at] ?? '')?.[1] ?? line.trim();
  const [, file, row] = PLACE_ABOVE.exec(lines[at - 1] ?? '') ?? [];
  out.say({ kind: 'failure', name, file: file ?? null, line: row === undefined ? null : Number(row), text: lines[at] ?? line });
}

/**
 * What `--format documentation` printed: the innermost lines below a heading, each with its headings. The program may print
 * indented lines too, so no more lines are taken than examples ran.
 */
function documentedNames(lines: readonly string[], examples: number): string[] {
  // The numbered list of what failed or is pending stands behind the examples.
  const end = lines.findIndex((line) => LISTED.test(line));
  const tree = (end < 0 ? lines : lines.slice(0, end)).map((line) => ({ depth: line.search(/\S/), words: line.trim() }));
  const headings: { depth: number; words: string }[] = [];
  const leaves: string[] = [];
  tree.forEach((one, index) => {
    while ((headings.at(-1)?.depth ?? -1) >= one.depth) headings.pop();
    if ((tree[index + 1]?.depth ?? 0) > one.depth) headings.push(one);
    else if (headings.length > 0) leaves.push([...headings, one].map(({ words }) => words).join(' '));
  });
  return leaves.slice(Math.max(0, leaves.length - examples)).filter((name) => !NOT_PASSED.test(name)).map((name) => name.replace(/ \[✔\]$/, ''));
}
