import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';

// Printed by ansible-lint 6.13.
export const recognizer: Recognizer = {
  tool: 'ansible-lint',
  kind: 'lint',
  docs: {
    title: 'ansible-lint',
    why: 'Reads its closing sentence',
    fix: 'Fix the named rules',
    since: '0.1.0',
  },
  marks: ['failure(s), '],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<word>Passed|Failed)(?: with| after)? .{0,80}?(?<failures>\d{1,7}) failure\(s\), (?<warnings>\d{1,7}) warning\(s\) on \d{1,7} files?\./, say: ({ word, failures, warnings }, out) => {
          out.say({ kind: 'closed', ok: word === 'Passed' && numberOf(failures) === 0 });
          if (numberOf(warnings) > 0) out.say({ kind: 'soft', what: 'warning', amount: numberOf(warnings) });
        } },
        { when: /^WARNING {2}Listing \d{1,7} violation\(s\)/ },
      ],
    }),
};
