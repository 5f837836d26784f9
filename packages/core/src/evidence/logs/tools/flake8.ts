import type { Recognizer } from '../../../model/index.js';
import { openTable, sayError } from '../grammar/line-table.js';

// Printed by flake8 5.0 and pycodestyle 2.10: `a.py:1:1: F401 text`; with --count a number follows, with --statistics one line per code.
export const recognizer: Recognizer = {
  tool: 'flake8',
  kind: 'lint',
  docs: {
    title: 'flake8 and pycodestyle',
    why: 'Each finding has file, line, column and a code; the tool has no word for failure',
    fix: 'Fix or justify each code',
    since: '0.1.0',
  },
  marks: ['.py:'],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<file>[^\s:]{1,300}\.pyi?):(?<line>\d{1,7}):\d{1,6}: [A-Z]{1,4}\d{3,4} \S/, say: (groups, out, { notes }, line) => {
          if (/: [CRWEFI]\d{4}: |: [A-Z]{1,4}\d{3,4} \[\*\] /.test(line)) return false;
          notes.set('said', '1');
          sayError(groups, out);
          return true;
        } },
        { when: /^\d{1,7} {1,6}[A-Z]\d{3} \S/, say: (_groups, _out, { notes }) => notes.has('said') },
        { when: /^\d{1,9}$/, say: (_groups, _out, { notes }) => notes.has('said') },
      ],
    }),
};
