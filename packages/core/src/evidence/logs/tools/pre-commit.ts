import type { Recognizer } from '../../../model/index.js';
import { addTo, openTable } from '../grammar/line-table.js';

// Printed by pre-commit 3.0.
export const recognizer: Recognizer = {
  tool: 'pre-commit',
  kind: 'wrapper',
  docs: {
    title: 'pre-commit',
    why: 'Each hook ends in a word behind dots; a failed one is followed by its id and exit code',
    fix: 'Run the named hook: `pre-commit run <id>`',
    since: '0.1.0',
  },
  marks: ['...Passed', '...Failed', 'Skipped', '- hook id: ', '- exit code: '],
  open: () =>
    openTable({
      end(out, { notes, sums }) {
        const skipped = sums.get('skipped') ?? 0;
        if (notes.has('passed') && !notes.has('red')) out.say({ kind: 'closed', ok: true, text: 'every hook that ran passed' });
        else if (skipped > 0 && !notes.has('red')) out.say({ kind: 'no-tests', text: 'every hook was skipped' });
        if (skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: skipped, text: `${skipped} hooks skipped` });
      },
      rows: [
        { when: /^(?<name>\S.{0,200}?)\.{3,200}Passed$/, say: ({ name = '' }, out, { notes }) => {
          notes.set('passed', '1');
          out.passed(name);
        } },
        { when: /^(?<name>\S.{0,200}?)\.{3,200}Failed$/, say: ({ name = '' }, out, { notes }) => {
          notes.set('red', '1');
          out.say({ kind: 'failure', name, file: null, line: null });
        } },
        { when: /^\S.{0,200}?\.{3,200}(?:\([^)]{1,80}\))?Skipped$/, say: (_groups, _out, memory) => { addTo(memory, 'skipped'); } },
        { when: /^- (?:hook id|exit code|duration): \S|^- files were modified by this hook$/, say: (_groups, _out, { notes }) => notes.has('passed') || notes.has('red') },
      ],
    }),
};
