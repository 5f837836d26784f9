import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf, sayError } from '../grammar/line-table.js';

// Printed by javac 17.
export const recognizer: Recognizer = {
  tool: 'javac',
  kind: 'build',
  docs: {
    title: 'javac',
    why: 'Reads each error with its place and the closing counts, in any language',
    fix: 'Fix the first error; later ones often follow from it',
    since: '0.1.0',
  },
  marks: ['.java:'],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<file>[^\s:]{1,300}\.java):(?<line>\d{1,7}): (?:warning|警告|警告：|Warnung|avertissement): /, say: (groups, out) => { out.say({ kind: 'diagnostic', level: 'warning', ...placeOf(groups) }); } },
        { when: /^(?<file>[^\s:]{1,300}\.java):(?<line>\d{1,7}): (?:error|エラー|错误|錯誤|Fehler|erreur|오류|error de)(?: ?:|：)/, say: (groups, out, { notes }) => {
          notes.set('said', '1');
          sayError(groups, out);
        } },
        { when: /^(?<amount>\d{1,7}) warnings?$/, say: ({ amount }, out) => { out.say({ kind: 'soft', what: 'warning', amount: numberOf(amount) }); } },
        { when: /^(?:\d{1,7} errors?|エラー\d{1,7}個|\d{1,7} 个错误)$/, say: (_groups, out, { notes }) => {
          if (!notes.has('said')) return false;
          out.say({ kind: 'closed', ok: false });
          return true;
        } },
        { when: /^Note: .{1,300} (?:deprecated API|unchecked or unsafe operations)\.$/, say: (_groups, out, _memory, line) => { if (line.includes('deprecated')) out.say({ kind: 'soft', what: 'deprecated', amount: 1 }); } },
        { when: /^Note: (?:Recompile with -Xlint|Some input files)/ },
      ],
    }),
};
