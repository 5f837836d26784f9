import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed } from '../grammar/line-table.js';

// Printed by perlcritic 1.148.
export const recognizer: Recognizer = {
  tool: 'perlcritic',
  kind: 'lint',
  docs: {
    title: 'perlcritic',
    why: 'Each violation ends in its severity; the tool has no word for failure',
    fix: 'Fix or justify each policy',
    since: '0.1.0',
  },
  marks: ['(Severity: ', ' source OK'],
  open: () =>
    openTable({
      rows: [
        { when: /^\S.{0,300} at line (?<line>\d{1,7}, column \d{1,6})\. .{0,200}\(Severity: [1-5]\)$/, say: (_groups, out) => { out.say({ kind: 'diagnostic', level: 'error', file: null, line: null }); } },
        { when: /^\S{1,300} source OK$/, say: sayClosed(true) },
      ],
    }),
};
