import type { Recognizer } from '../../../model/index.js';
import { addTo, openTable, sayClosed, sayError, sayWarning } from '../grammar/line-table.js';

// Printed by Nim 1.6 and its unittest.
export const recognizer: Recognizer = {
  tool: 'nim',
  kind: 'build',
  docs: {
    title: 'Nim',
    why: 'Reads each error with its place, and the [OK] and [FAILED] lines of unittest',
    fix: 'Fix the first error',
    since: '0.1.0',
  },
  marks: ['.nim(', '  [OK] ', '  [FAILED] ', 'Error: execution of an external program failed', '[Suite] '],
  open: () =>
    openTable({
      end(out, { sums }) {
        const [passed, failed] = [sums.get('ok') ?? 0, sums.get('failed') ?? 0];
        if (passed + failed > 0) out.say({ kind: 'totals', passed, failed, skipped: 0, text: `${passed} OK, ${failed} FAILED` });
      },
      rows: [
        { when: /^(?<file>[^\s()]{1,300}\.nim)\((?<line>\d{1,7}), \d{1,6}\) Error: /, say: sayError },
        { when: /^(?<file>[^\s()]{1,300}\.nim)\((?<line>\d{1,7}), \d{1,6}\) Warning: /, say: sayWarning },
        { when: /^\[Suite\] / },
        { when: /^ {2}\[OK\] (?<name>\S.{0,300})$/, say: ({ name = '' }, out, memory) => {
          addTo(memory, 'ok');
          out.passed(name);
        } },
        { when: /^ {2}\[FAILED\] (?<name>\S.{0,300})$/, say: ({ name = '' }, out, memory) => {
          addTo(memory, 'failed');
          out.say({ kind: 'failure', name, file: null, line: null });
        } },
        { when: /^ {2}\[SKIPPED\] /, say: (_groups, out) => { out.say({ kind: 'soft', what: 'skipped', amount: 1 }); } },
        { when: /^Error: execution of an external program failed/, say: sayClosed(false) },
      ],
    }),
};
