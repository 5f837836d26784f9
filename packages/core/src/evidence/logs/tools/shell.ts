import type { Recognizer } from '../../../model/index.js';
import { openTable } from '../grammar/line-table.js';

// Printed by bash 5.2 for a script: `ci.sh: line 2: nosuchtool: command not found`.
export const recognizer: Recognizer = {
  tool: 'shell',
  kind: 'wrapper',
  docs: {
    title: 'A shell',
    why: 'A command that is missing, or that a signal ended',
    fix: 'Install the command, or find out what ended it',
    since: '0.1.0',
  },
  marks: ['command not found', ': Permission denied', 'Killed  ', 'Segmentation fault', 'Aborted  ', 'Terminated  ', 'Bus error', 'Floating point exception', '強制終了', 'Process completed with exit code ', 'The operation was canceled.'],
  open: () =>
    openTable({
      rows: [
        // GitHub Actions runner 2: a step that failed, whatever other jobs say behind it.
        { when: /^(?<what>Process completed with exit code [1-9]\d{0,9})\.$/, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: /^(?<what>The operation was canceled)\.$/, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: /^[\w./-]{1,300}: line \d{1,7}: (?<what>[\w./-]{1,200}: (?:command not found|Permission denied|No such file or directory))$/, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: /^[\w./-]{1,300}: line \d{1,7}: {1,4}\d{1,9} (?<what>Killed|Segmentation fault|Aborted|Terminated|Bus error|Floating point exception|Illegal instruction|強制終了) {1,20}/, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
      ],
    }),
};
