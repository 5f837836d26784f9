import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, sayClosed } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by dub 1.30.
export const recognizer: Recognizer = {
  tool: 'dub',
  kind: 'tests',
  docs: {
    title: 'dub test',
    why: 'Reads the number of modules that passed',
    fix: 'Run `dub test` again with -v',
    since: '0.1.0',
  },
  marks: [' modules passed unittests', ' modules FAILED unittests', 'Program exited with code '],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<passed>\d{1,9}) modules passed unittests$/, say: ({ passed }, out) => { sayTally(out, { passed: numberOf(passed), failed: 0 }); } },
        { when: /^(?<failed>\d{1,9})\/(?<all>\d{1,9}) modules FAILED unittests$/, say: ({ failed, all }, out) => { sayTally(out, { passed: numberOf(all) - numberOf(failed), failed: numberOf(failed) }); } },
        { when: /^(?:Error )?Program exited with code -?[1-9]\d{0,5}/, say: sayClosed(false) },
      ],
    }),
};
