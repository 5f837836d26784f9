import type { Recognizer } from '../../../model/index.js';
import { openTable, placeOf } from '../grammar/line-table.js';

// `gofmt -d` (go 1.19) and `shfmt -d` (3.6) show how a file should look: `--- a.go.orig`, `+++ a.go`.
export const recognizer: Recognizer = {
  tool: 'format-diff',
  kind: 'lint',
  docs: {
    title: 'gofmt -d and shfmt -d',
    why: 'A file that the formatter would change is red, also where the status is 0',
    fix: 'Run the formatter with `-w`',
    since: '0.1.0',
  },
  marks: ['.orig'],
  open: () =>
    openTable({
      rows: [
        { when: /^--- (?<file>\S{1,400}\.(?:go|sh|bash|zsh|mksh|bats))\.orig$/, say: (groups, out) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups) }); } },
        { when: /^diff \S{1,400}\.orig \S{1,400}$/ },
      ],
    }),
};
