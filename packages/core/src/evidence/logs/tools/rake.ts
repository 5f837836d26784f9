import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';

// Printed by rake 13.
export const recognizer: Recognizer = {
  tool: 'rake',
  kind: 'wrapper',
  docs: {
    title: 'rake',
    why: 'A task that aborted is red whatever was printed before; the reason stands below `rake aborted!`',
    fix: 'Run the named task alone, with `--trace`',
    since: '0.1.0',
  },
  marks: ['rake aborted!', '(See full trace by running task with --trace)'],
  open: () =>
    openTable({
      rows: [
        { when: /^rake aborted!$/, say: (_groups, _out, { notes }, _line, at) => { notes.set('aborted', String(at)); } },
        { when: /^Tasks: TOP => \S/ },
        { when: /^\(See full trace by running task with --trace\)$/ },
        // The first line below `rake aborted!` is the reason; any other one is somebody else's.
        { when: /^(?<reason>\S.{0,300})/, say: ({ reason = '' }, out, { notes }) => {
          const from = notes.get('aborted');
          if (from === undefined) return false;
          notes.delete('aborted');
          out.say({ kind: 'gate', name: `rake aborted: ${reason}`, from: numberOf(from) });
          return true;
        } },
      ],
      end: (out, { notes }) => { if (notes.has('aborted')) out.say({ kind: 'gate', name: 'rake aborted', text: 'rake aborted!' }); },
    }),
};
