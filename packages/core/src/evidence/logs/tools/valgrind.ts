import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';

// Printed by Valgrind 3.19.
export const recognizer: Recognizer = {
  tool: 'valgrind',
  kind: 'tests',
  docs: {
    title: 'Valgrind',
    why: 'Reads the error summary; zero errors are green',
    fix: 'Fix the first error; later ones often follow from it',
    since: '0.1.0',
  },
  marks: ['== ERROR SUMMARY: ', '== Memcheck, ', '== Command: '],
  open: () =>
    openTable({
      rows: [
        { when: /^==\d{1,9}== ERROR SUMMARY: (?<errors>\d{1,9}) errors/, say: ({ errors }, out) => { out.say({ kind: 'closed', ok: numberOf(errors) === 0 }); } },
        { when: /^==\d{1,9}==(?: |$)/ },
      ],
    }),
};
