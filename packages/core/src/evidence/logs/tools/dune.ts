import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf, sayClosed } from '../grammar/line-table.js';

// Printed by dune 2.9 and 3, and by ocamlc: the place, the source, then what is wrong with it.
export const recognizer: Recognizer = {
  tool: 'dune',
  kind: 'build',
  docs: {
    title: 'dune and the OCaml compiler',
    why: 'Each error is named with its file and line; an alias that exited otherwise than 0 is red',
    fix: 'Run the named alias alone',
    since: '0.1.0',
  },
  marks: [', characters ', ' alias ', '(cd _build/'],
  open: () =>
    openTable({
      rows: [
        { when: /^File "(?<file>[^"]{1,400})", lines? (?<line>\d{1,7})(?:-\d{1,7})?(?:, characters \d{1,7}-\d{1,7})?:$/, say: (groups, _out, memory, line, at) => {
          Object.assign(memory, { file: groups['file'] ?? null, line: numberOf(groups['line']) });
          memory.notes.set('text', line).set('at', String(at));
        } },
        { when: /^Error(?: \(warning \d{1,4}.{0,60}\))?: \S/, say: (_groups, out, memory) => {
          if (memory.file === null) return false;
          out.say({ kind: 'diagnostic', level: 'error', file: memory.file, line: memory.line });
          Object.assign(memory, { file: null, line: null });
          return true;
        } },
        { when: /^Warning \d{1,4}(?: \[[\w-]{1,60}\])?: \S/, say: (_groups, out, memory) => {
          if (memory.file === null) return false;
          const place = placeOf({ file: memory.file, line: String(memory.line ?? 0) });
          out.say({ kind: 'diagnostic', level: 'warning', ...place });
          out.say({ kind: 'soft', what: 'warning', amount: 1 });
          Object.assign(memory, { file: null, line: null });
          return true;
        } },
        { when: /^ {1,20}\S{1,100} alias \S{1,200} \((?:exit \d{1,3}|got signal \w{2,10})\)$/, say: sayClosed(false) },
        { when: /^(?:\(cd _build\/\S{1,300} && .{1,2000}\)$|\d{1,7} \| | {2,}\^{1,500}$)/ },
      ],
    }),
};
