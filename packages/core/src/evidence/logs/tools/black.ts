import type { Recognizer } from '../../../model/index.js';
import { openTable, placeOf, sayClosed, sayError } from '../grammar/line-table.js';

// Printed by black 23.1 --check and without.
export const recognizer: Recognizer = {
  tool: 'black',
  kind: 'lint',
  docs: {
    title: 'black',
    why: 'Reads `would reformat` and the closing sentence',
    fix: 'Run `black`',
    since: '0.1.0',
  },
  marks: ['would reformat ', 'would be left unchanged', 'left unchanged.', 'would be reformatted', 'would fail to reformat', 'No Python files are present', 'All done! ', 'Oh no! ', ' reformatted', 'error: cannot format '],
  open: () =>
    openTable({
      rows: [
        { when: /^would reformat (?<file>\S.{0,300})$/, say: (groups, out) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups) }); } },
        { when: /^error: cannot format (?<file>[^\s:]{1,300}): /, say: sayError },
        { when: /^\d{1,9} files? would (?:be reformatted|fail to reformat)(?:, \d{1,9} files? would [a-z ]{1,40}){0,3}\.$/, say: sayClosed(false) },
        { when: /^\d{1,9} files? (?:would be left unchanged|left unchanged|reformatted)(?:, \d{1,9} files? left unchanged)?\.$/, say: sayClosed(true) },
        { when: /^\d{1,9} files? failed to reformat/, say: sayClosed(false) },
        { when: /^No Python files are present to be formatted/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^(?:All done! ✨|Oh no! 💥|reformatted \S)/ },
      ],
    }),
};
