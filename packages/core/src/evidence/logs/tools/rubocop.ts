import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, sayError } from '../grammar/line-table.js';

// Printed by RuboCop 1.39, progress formatter.
export const recognizer: Recognizer = {
  tool: 'rubocop',
  kind: 'lint',
  docs: {
    title: 'RuboCop',
    why: 'Reads the number of offenses, and each with its place',
    fix: 'Run `rubocop -a`, then fix the rest',
    since: '0.1.0',
  },
  marks: ['{"metadata":{"rubocop_version"', 'Inspecting ', ' inspected, ', '.rb:'],
  open: () =>
    openTable({
      rows: [
        { when: /^\{"metadata":\{"rubocop_version":.{0,1000000}"summary":\{"offense_count":(?<offenses>\d{1,9})/, say: ({ offenses }, out) => { out.say({ kind: 'closed', ok: numberOf(offenses) === 0, text: `${offenses ?? ''} offenses` }); } },
        { when: /^(?<files>\d{1,9}) files? inspected, (?<word>no|\d{1,9}) offenses? detected/, say: ({ files, word }, out) => { out.say(numberOf(files) === 0 ? { kind: 'no-tests' } : { kind: 'closed', ok: word === 'no' }); } },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,6}: [CWEFRI]: (?:\[[A-Z]\w{1,40}\] )?[A-Z]\w{1,60}\/\w{1,80}: \S/, say: sayError },
        { when: /^(?:Inspecting \d{1,9} files?|Offenses:)$/ },
      ],
    }),
};
