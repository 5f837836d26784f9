import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed, sayError } from '../grammar/line-table.js';

// Printed by mypy 1.0; pyright and pytype print other forms.
export const recognizer: Recognizer = {
  tool: 'mypy',
  kind: 'lint',
  docs: {
    title: 'mypy',
    why: 'Reads the closing sentence and each error with its place; notes are neutral',
    fix: 'Fix the first error of each file',
    since: '0.1.0',
  },
  marks: ['.py:', '.pyi:', 'Success: no issues found in ', ' source file', 'There are no .py'],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<file>[^\s:]{1,300}\.pyi?):(?<line>\d{1,7}):(?:\d{1,6}:){0,3} error: \S/, say: sayError },
        { when: /^[^\s:]{1,300}\.pyi?:(?:\d{1,7}:){0,4} (?:note|warning): \S/ },
        { when: /^Success: no issues found in [1-9]\d{0,8} source files?$/, say: sayClosed(true) },
        { when: /^Found [1-9]\d{0,8} errors? in \d{1,9} files? \((?:checked|errors prevented)/, say: sayClosed(false) },
        { when: /^There are no \.py\[i\] files in directory /, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
      ],
    }),
};
