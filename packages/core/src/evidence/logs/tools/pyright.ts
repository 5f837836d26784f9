import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf } from '../grammar/line-table.js';

// Printed by pyright 1.1.300–1.1.414 and basedpyright; --outputjson closes with a summary.
export const recognizer: Recognizer = {
  tool: 'pyright',
  kind: 'lint',
  docs: {
    title: 'Pyright',
    why: 'Reads the counts at the end and each error with its place',
    fix: 'Fix the named lines; a file that is not checked is no evidence',
    since: '0.1.0',
  },
  marks: [' warnings, ', ' warning, ', 'No source files found', '"filesAnalyzed":', '.py:'],
  open: () =>
    openTable({
      rows: [
        { when: /^(?<errors>\d{1,9}) errors?, (?<warnings>\d{1,9}) warnings?, \d{1,9} (?:informations?|notes?) ?$/, say: ({ errors, warnings }, out) => {
          out.say({ kind: 'closed', ok: numberOf(errors) === 0 });
          if (numberOf(warnings) > 0) out.say({ kind: 'soft', what: 'warning', amount: numberOf(warnings) });
        } },
        { when: /^ {2}(?<file>\/?[^\s:]{1,400}\.pyi?):(?<line>\d{1,7}):\d{1,6} - error: /, say: (groups, out) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups) }); } },
        { when: /^ {2}(?<file>\/?[^\s:]{1,400}\.pyi?):(?<line>\d{1,7}):\d{1,6} - (?:warning|information|note): / },
        { when: /^No source files found\.?$/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^ {8}"(?<key>filesAnalyzed|errorCount|warningCount)": (?<amount>\d{1,9}),$/, say: ({ key = '', amount = '0' }, _out, { notes }) => { notes.set(key, amount); } },
        { when: /^ {8}"informationCount": \d{1,9},$/, say: (_groups, out, { notes }) => {
          if (!notes.has('errorCount')) return false;
          const errors = numberOf(notes.get('errorCount'));
          const text = `${errors} errors, ${notes.get('warningCount') ?? '0'} warnings`;
          if (notes.get('filesAnalyzed') === '0') out.say({ kind: 'no-tests', text });
          else out.say({ kind: 'closed', ok: errors === 0, text });
          if (numberOf(notes.get('warningCount')) > 0) out.say({ kind: 'soft', what: 'warning', amount: numberOf(notes.get('warningCount')), text });
          return true;
        } },
      ],
    }),
};
