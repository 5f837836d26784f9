import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed } from '../grammar/line-table.js';

// Printed by HLint 3.
export const recognizer: Recognizer = {
  tool: 'hlint',
  kind: 'lint',
  docs: {
    title: 'HLint',
    why: 'Reads its closing sentence',
    fix: 'Apply or ignore each hint',
    since: '0.1.0',
  },
  marks: ['No hints', ' hints', ' hint'],
  open: () =>
    openTable({
      rows: [
        { when: /^No hints$/, say: sayClosed(true) },
        { when: /^[1-9]\d{0,6} hints?(?: \(\d{1,7} ignored\))?$/, say: sayClosed(false) },
      ],
    }),
};
