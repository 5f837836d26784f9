import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, sayError } from '../grammar/line-table.js';

// Printed by luacheck 1.1; warnings make its exit status 1.
export const recognizer: Recognizer = {
  tool: 'luacheck',
  kind: 'lint',
  docs: {
    title: 'luacheck',
    why: 'Reads the closing counts',
    fix: 'Fix the named line',
    since: '0.1.0',
  },
  marks: [' warnings / ', ' warning / ', '.lua:'],
  open: () =>
    openTable({
      rows: [
        {
          when: /^Total: (?<warnings>\d{1,9}) warnings? \/ (?<errors>\d{1,9}) errors? in \d{1,9} files?/,
          say: ({ warnings, errors }, out) => {
            out.say({ kind: 'closed', ok: numberOf(errors) === 0 });
            if (numberOf(warnings) > 0) out.say({ kind: 'soft', what: 'warning', amount: numberOf(warnings) });
          },
        },
        { when: /^ {4}(?<file>[^\s:]{1,300}\.lua):(?<line>\d{1,7}):\d{1,6}: (?:\(E\d{3}\) )?expected /, say: sayError },
        { when: /^Checking \S{1,300} {1,80}(?:OK|\d{1,7} (?:warnings?|errors?)(?: \/ \d{1,7} errors?)?)$/ },
      ],
    }),
};
