import type { Recognizer } from '../../../model/index.js';
import { openTable, sayError, sayWarning } from '../grammar/line-table.js';

// Printed by pylint 2.16, text and json.
export const recognizer: Recognizer = {
  tool: 'pylint',
  kind: 'lint',
  docs: {
    title: 'pylint',
    why: 'Codes E and F are errors, W, R and C are warnings; the exit status decides what is tolerated',
    fix: 'Fix the errors, and set `--fail-under` for the rest',
    since: '0.1.0',
  },
  marks: ['.py:', 'Your code has been rated at ', '************* Module ', '"message-id": "'],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<file>[^\s:]{1,300}\.pyi?):(?<line>\d{1,7}):\d{1,6}: [EF]\d{4}: \S/, say: (groups, out, { notes }) => {
          notes.set('red', '1');
          sayError(groups, out);
        } },
        { when: /^(?<file>[^\s:]{1,300}\.pyi?):(?<line>\d{1,7}):\d{1,6}: [WRCI]\d{4}: \S/, say: sayWarning },
        { when: /^Your code has been rated at -?\d{1,9}\.\d{1,4}\/10/, say: (_groups, out, { notes }) => { out.say({ kind: 'closed', ok: !notes.has('red') }); } },
        { when: /^ {4,12}"message-id": "(?<code>[A-Z])\d{4}",?$/, say: ({ code }, out) => {
          if (code === 'E' || code === 'F') out.say({ kind: 'diagnostic', level: 'error', file: null, line: null });
          else out.say({ kind: 'soft', what: 'warning', amount: 1 });
        } },
        { when: /^\*{13} Module \S/ },
      ],
    }),
};
