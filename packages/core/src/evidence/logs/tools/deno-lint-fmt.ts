import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf, sayClosed, sayError } from '../grammar/line-table.js';

// Printed by deno 2.0–2.9: `error[no-var]: …` above ` --> a.ts:1:1`, `Found 1 problem`, `Checked 1 file`, `error: Found 1 not formatted file in 1 file`.
export const recognizer: Recognizer = {
  tool: 'deno-lint-fmt',
  kind: 'lint',
  docs: { title: 'deno lint and fmt --check', why: 'Reads the closing line and each problem with its place', fix: 'Run `deno fmt`, or change what deno lint reports', since: '0.1.0' },
  marks: ['Checked ', 'error: Found ', ' problem', 'from: /', 'error[', ', col ', 'Error linting: ', 'Error checking: ', 'error: No target files found'],
  open: () =>
    openTable({
      rows: [
        { when: /^error\[[a-z][a-z0-9/-]{1,60}\]: \S/, say: (_groups, _out, { notes }, line, at) => { notes.set('text', line).set('at', String(at)); } },
        { when: /^ {0,6}--> (?<file>[^\s:]{1,400}):(?<line>\d{1,7}):\d{1,7}$/, say: (groups, out, { notes }) => {
          const text = notes.get('text');
          if (text === undefined) return false;
          out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups), text, from: numberOf(notes.get('at')) });
          notes.clear();
          return true;
        } },
        // --compact
        { when: /^file:\/\/(?<file>\S{1,400}): line (?<line>\d{1,7}), col \d{1,7} - \S/, say: sayError },
        { when: /^ {2}docs: https:\/\/docs\.deno\.com\/lint\// },
        { when: /^Error (?<what>(?:linting|checking): \S.{0,400})$/, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
        { when: /^Checked (?<files>\d{1,9}) files?$/, say: ({ files }, out) => { if (numberOf(files) === 0) out.say({ kind: 'no-tests' }); else sayClosed(true)({}, out); } },
        { when: /^error: No target files found\.$/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^(?<what>error: Found \d{1,9} not formatted files? in \d{1,9} files?|Found [1-9]\d{0,6} problems?)$/, say: ({ what = '' }, out) => { out.say({ kind: 'gate', name: what }); } },
      ],
    }),
};
