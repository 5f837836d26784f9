import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed } from '../grammar/line-table.js';

// Printed by SCons 4.4.
export const recognizer: Recognizer = {
  tool: 'scons',
  kind: 'build',
  docs: {
    title: 'SCons',
    why: 'Reads its closing line',
    fix: 'Build the named target alone',
    since: '0.1.0',
  },
  marks: ['scons: '],
  open: () =>
    openTable({
      rows: [
        { when: /^scons: done building targets\.$/, say: sayClosed(true) },
        { when: /^scons: building terminated because of errors\.$/, say: sayClosed(false) },
        { when: /^scons: \*{3} (?<what>.{1,300})$/, say: ({ what = '' }, out) => { out.say({ kind: 'failure', name: what, file: null, line: null }); } },
        { when: /^scons: (?:Reading|done reading|Building|Entering|`[^']{1,200}' is up to date)/ },
      ],
    }),
};
