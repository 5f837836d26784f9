import type { Recognizer } from '../../../model/index.js';
import { openTable } from '../grammar/line-table.js';

// Printed by size-limit 11 and 12.
export const recognizer: Recognizer = {
  tool: 'size-limit',
  kind: 'lint',
  docs: {
    title: 'Size Limit',
    why: 'A size above its limit is red; sizes below it are green only when none is above',
    fix: 'Make the named bundle smaller, or raise its limit on purpose',
    since: '0.1.0',
  },
  marks: ['  Size limit: ', 'size limit has exceeded', 'Size Limit can’t find files', 'Time limit: '],
  open: () =>
    openTable({
      rows: [
        { when: /^ {2}Package size limit has exceeded by /, say: (_groups, out, { notes }, line) => {
          notes.set('red', '1');
          out.say({ kind: 'gate', name: line.trim() });
        } },
        { when: /^ {2}(?:Total time limit has exceeded by |Size Limit can’t find files at |Size limit can.{1,3}t find )/, say: (_groups, out, { notes }, line) => {
          notes.set('red', '1');
          out.say({ kind: 'gate', name: line.trim() });
        } },
        { when: /^ {2}(?:Size|Time) limit: {1,20}\S/, say: (_groups, _out, { notes }, line, at) => { notes.set('limit', line).set('at', String(at)); } },
        { when: /^ {2}(?:Size|Loading time|Running time|Total time): {1,20}\d/ },
      ],
      end: (out, { notes }) => {
        const limit = notes.get('limit');
        if (limit !== undefined && !notes.has('red')) out.say({ kind: 'closed', ok: true, text: limit, from: Number(notes.get('at')) });
      },
    }),
};
