import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by Terraform 1.11: validate, validate -json, test.
export const recognizer: Recognizer = {
  tool: 'terraform',
  kind: 'lint',
  docs: {
    title: 'Terraform',
    why: 'Reads its closing sentence; errors stand in a box',
    fix: 'Fix the named block',
    since: '0.1.0',
  },
  marks: ['Success! ', 'Failure! ', 'Error: ', '"error_count": ', '"valid": ', '│ Error', '│ Warning'],
  open: () =>
    openTable({
      rows: [
        { when: /^Success! The configuration is valid(?<soft>, but there were some)?/, say: ({ soft }, out) => {
          out.say({ kind: 'closed', ok: true });
          if (soft !== undefined) out.say({ kind: 'soft', what: 'warning', amount: 1 });
        } },
        { when: /^(?:Success|Failure)! (?<passed>\d{1,9}) passed, (?<failed>\d{1,9}) failed(?:, (?<skipped>\d{1,9}) skipped)?\.$/, say: ({ passed, failed, skipped }, out) => { sayTally(out, { passed: numberOf(passed), failed: numberOf(failed), skipped: numberOf(skipped) }); } },
        { when: /^│ Error: (?<what>\S.{0,300})$/, say: ({ what = '' }, out) => { out.say({ kind: 'failure', name: what, file: null, line: null }); } },
        { when: /^│ Warning: \S/, say: (_groups, out) => { out.say({ kind: 'soft', what: 'warning', amount: 1 }); } },
        { when: /^ {2}"valid": (?<valid>true|false),$/, say: ({ valid }, out) => { out.say({ kind: 'closed', ok: valid === 'true' }); } },
        { when: /^ {2}"error_count": \d{1,9},$/ },
        { when: /^[╷╵│]/ },
      ],
    }),
};
