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
  marks: ['Success! ', 'Failure! ', 'Error: ', '"error_count": ', '"valid": ', '│ Error', '│ Warning', '  run "', '.tftest.hcl... ', '.tftest.json... '],
  open: () =>
    openTable({
      unfinished: 'terraform test began and never printed its counts',
      isOpenRegion: true,
      rows: [
        { when: /^\S{1,400}\.tftest\.(?:hcl|json)\.\.\. in progress$/, opens: true },
        { when: /^\S{1,400}\.tftest\.(?:hcl|json)\.\.\. (?:tearing down|pass|fail|skip)$/ },
        { when: /^ {2}run "(?<name>[^"]{1,300})"\.\.\. (?<how>pass|fail|skip)$/, say: ({ name = '', how }, out) => {
          if (how === 'pass') out.passed(name);
          else if (how === 'fail') out.say({ kind: 'failure', name, file: null, line: null });
        } },
        { when: /^Success! The configuration is valid(?<soft>, but there were some)?/, say: ({ soft }, out) => {
          out.say({ kind: 'closed', ok: true });
          if (soft !== undefined) out.say({ kind: 'soft', what: 'warning', amount: 1 });
        } },
        { when: /^(?:Success|Failure)! (?<passed>\d{1,9}) passed, (?<failed>\d{1,9}) failed(?:, (?<skipped>\d{1,9}) skipped)?\.$/, closes: true, say: ({ passed, failed, skipped }, out) => { sayTally(out, { passed: numberOf(passed), failed: numberOf(failed), skipped: numberOf(skipped) }); } },
        { when: /^│ Error: (?<what>\S.{0,300})$/, say: ({ what = '' }, out) => { out.say({ kind: 'failure', name: what, file: null, line: null }); } },
        { when: /^│ Warning: \S/, say: (_groups, out) => { out.say({ kind: 'soft', what: 'warning', amount: 1 }); } },
        { when: /^ {2}"valid": (?<valid>true|false),$/, say: ({ valid }, out) => { out.say({ kind: 'closed', ok: valid === 'true' }); } },
        { when: /^ {2}"error_count": \d{1,9},$/ },
        { when: /^(?:[╷╵]|│(?! {1,2}[│├└]))/ },
      ],
    }),
};
