import type { Out, Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';

// Printed by PHP_CodeSniffer 3.7, full report.
export const recognizer: Recognizer = {
  tool: 'phpcs',
  kind: 'lint',
  docs: {
    title: 'PHP_CodeSniffer',
    why: 'Reads `FOUND N ERRORS` of each file',
    fix: 'Run `phpcbf`, then fix the rest',
    since: '0.1.0',
  },
  marks: ['FOUND ', 'PHPCBF CAN FIX'],
  open: () =>
    openTable({
      rows: [
        { when: /^FOUND (?<errors>\d{1,9}) ERRORS?(?: AND (?<warnings>\d{1,9}) WARNINGS?)? AFFECTING \d{1,9} LINES?$/, say: ({ errors, warnings }, out) => { say(out, numberOf(errors), numberOf(warnings)); } },
        { when: /^FOUND (?<warnings>\d{1,9}) WARNINGS? AFFECTING \d{1,9} LINES?$/, say: ({ warnings }, out) => { say(out, 0, numberOf(warnings)); } },
        { when: /^PHPCBF CAN FIX THE \d/ },
        { when: /^ {1,6}\d{1,7} \| (?:ERROR|WARNING) {1,3}\| / },
      ],
    }),
};

function say(out: Out, errors: number, warnings: number): void {
  if (errors > 0) out.say({ kind: 'closed', ok: false });
  if (warnings > 0) out.say({ kind: 'soft', what: 'warning', amount: warnings });
}
