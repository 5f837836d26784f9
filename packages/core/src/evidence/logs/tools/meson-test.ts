import type { Out, Recognizer } from '../../../model/index.js';
import { type Memory, addTo, numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by meson 1.0.
export const recognizer: Recognizer = {
  tool: 'meson-test',
  kind: 'tests',
  docs: {
    title: 'meson test',
    why: 'Reads the table of counts',
    fix: 'Run `meson test` with the name of the failed test',
    since: '0.1.0',
  },
  marks: [' OK   ', ' FAIL   ', ' SKIP   ', ' TIMEOUT   ', 'Ok:       ', 'Fail:      ', 'No tests defined.', 'meson-logs/testlog'],
  open: () =>
    openTable({
      unfinished: 'meson test began and printed no counts',
      rows: [
        { when: /^ {0,3}\d{1,6}\/\d{1,6} (?<name>\S.{0,200}?) {1,80}OK {1,20}\d{1,7}\.\d{1,3}s/, opens: true, say: ({ name = '' }, out) => { out.passed(name); } },
        { when: /^ {0,3}\d{1,6}\/\d{1,6} (?<name>\S.{0,200}?) {1,80}(?:FAIL|TIMEOUT|ERROR|INTERRUPT|UNEXPECTEDPASS) {1,20}\d{1,7}\.\d{1,3}s/, opens: true, say: ({ name = '' }, out) => { out.say({ kind: 'failure', name, file: null, line: null }); } },
        { when: /^ {0,3}\d{1,6}\/\d{1,6} \S.{0,200}? {1,80}(?:SKIP|EXPECTEDFAIL) {1,20}\d{1,7}\.\d{1,3}s/, opens: true },
        { when: /^(?<label>Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout): {1,20}(?<amount>\d{1,9}) {0,4}$/, say: ({ label = '', amount }, out, memory) => { readCount(label, numberOf(amount), out, memory); } },
        { when: /^No tests defined\.$/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^Full log written to /, closes: true },
      ],
    }),
};

// `Timeout:` is the last row of the table.
function readCount(label: string, amount: number, out: Out, memory: Memory): void {
  addTo(memory, label, amount);
  if (label !== 'Timeout') return;
  const sum = (key: string): number => memory.sums.get(key) ?? 0;
  const isWhole = memory.sums.has('Ok'); // of a table that was cut nothing can be said but what failed
  if (isWhole || sum('Fail') + sum('Timeout') > 0) sayTally(out, { passed: sum('Ok'), failed: sum('Fail') + sum('Timeout') + sum('Unexpected Pass'), skipped: sum('Skipped'), todo: sum('Expected Fail'), text: `Ok: ${sum('Ok')}, Fail: ${sum('Fail')}, Timeout: ${sum('Timeout')}` });
  memory.sums.clear();
}
