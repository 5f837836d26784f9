import type { Recognizer } from '../../../model/index.js';
import { openTable } from '../grammar/line-table.js';

// Printed by ninja 1.11.
const FAILED = /^FAILED: (?<target>\S.{0,300}?) ?$/;
const STOPPED = /^ninja: (?:build stopped: |error: |fatal: )/;

export const recognizer: Recognizer = {
  tool: 'ninja',
  kind: 'build',
  docs: { title: 'ninja', why: 'Names the target that failed and says that the build stopped', fix: 'Build the named target alone', since: '0.1.0' },
  marks: ['ninja: ', 'FAILED: '],
  open: () =>
    openTable({
      rows: [
        { when: FAILED, say: ({ target = '' }, out) => {
          if (target.includes(' ')) return false;
          out.say({ kind: 'failure', name: target, file: null, line: null });
          return true;
        } },
        { when: STOPPED, say: (_groups, out) => { out.say({ kind: 'closed', ok: false }); } },
        { when: /^ninja: (?:no work to do\.|Entering directory )/ },
      ],
    }),
};
