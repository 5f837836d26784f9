import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';

// Printed by ShellCheck 0.9, tty and gcc; every level makes its exit status 1.
export const recognizer: Recognizer = {
  tool: 'shellcheck',
  kind: 'lint',
  docs: {
    title: 'ShellCheck',
    why: 'Each finding has a code and a level below its line',
    fix: 'Follow the link of the code',
    since: '0.1.0',
  },
  marks: ['"level":"', '{"comments":[]}', '^-- SC', '[SC', 'For more information:', ' line '],
  open: () =>
    openTable({
      rows: [
        {
          when: /^(?:\[|\{"comments":\[)\{"file":"(?<file>[^"]{1,300})","line":(?<line>\d{1,7}),"endLine":.{1,200}"level":"(?:error|warning|info|style)","code":\d{4,5},/,
          say: (groups, out, _memory, line) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups), text: line.slice(0, 200) }); },
        },
        { when: /^\{"comments":\[\]\}$/, say: (_groups, out) => { out.say({ kind: 'closed', ok: true }); } },
        { when: /^In (?<file>\S{1,300}) line (?<line>\d{1,7}):$/, say: ({ file = null, line }, _out, memory) => { Object.assign(memory, { file, line: numberOf(line) }); } },
        { when: /^ {0,300}\^-{1,300}\^? SC\d{4,5} \((?:error|warning|info|style)\): /, say: (_groups, out, { file, line }) => { out.say({ kind: 'diagnostic', level: 'error', file, line }); } },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,6}: (?:error|warning|note): .{1,600} \[SC\d{4,5}\]$/, say: (groups, out) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups) }); } },
        { when: /^(?:For more information:|Did you mean: ?| {2}https:\/\/www\.shellcheck\.net\/wiki\/SC\d)/ },
      ],
    }),
};
