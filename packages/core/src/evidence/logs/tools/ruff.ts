import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf, sayClosed, sayError } from '../grammar/line-table.js';

// Printed by ruff 0.4 to 0.12: check (concise and full) and format --check.
export const recognizer: Recognizer = {
  tool: 'ruff',
  kind: 'lint',
  docs: {
    title: 'Ruff',
    why: 'Reads its closing sentence and each finding with its place',
    fix: 'Run `ruff check --fix`, then fix the rest',
    since: '0.1.0',
  },
  marks: ['All checks passed!', '.py:', ' fixable with the ', 'Would reformat: ', ' already formatted', ' would be reformatted', '--> ', 'warning: No Python files found'],
  open: () =>
    openTable({
      rows: [
        { when: /^All checks passed!$/, say: (_groups, out, { notes }) => { if (!notes.has('none')) out.say({ kind: 'closed', ok: true }); } },
        { when: /^Found (?<amount>\d{1,9}) errors?(?: \(\d{1,9} fixed, (?<left>\d{1,9}) remaining\))?\.$/, say: ({ amount, left }, out) => { out.say({ kind: 'closed', ok: numberOf(left ?? amount) === 0 }); } },
        { when: /^(?<file>[^\s:]{1,300}\.(?:py|pyi|ipynb)):(?<line>\d{1,7}):\d{1,6}: (?:[A-Z]{1,4}\d{3,4} \[\*\] |SyntaxError: |invalid-syntax: )\S/, say: sayError },
        { when: /^(?<code>[A-Z]{1,4}\d{3,4})(?: \[\*\])? \S/, say: (_groups, _out, { notes }, line, at) => {
          notes.set('code', line).set('at', String(at));
          return false;
        } },
        { when: /^ {1,8}--> (?<file>[^\s:]{1,300}\.(?:py|pyi|ipynb)):(?<line>\d{1,7}):\d{1,6}$/, say: (groups, out, { notes }) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups), ...(notes.has('code') ? { text: notes.get('code') ?? '' } : {}) }); } },
        { when: /^Would reformat: (?<file>\S.{0,300})$/, say: (groups, out) => { out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups) }); } },
        { when: /^\d{1,9} files? would be reformatted(?:, \d{1,9} files? already formatted)?$/, say: sayClosed(false) },
        { when: /^\d{1,9} files? already formatted$/, say: sayClosed(true) },
        { when: /^warning: No Python files found under the given path\(s\)/, say: (_groups, out, { notes }) => {
          notes.set('none', '1');
          out.say({ kind: 'no-tests' });
        } },
        { when: /^\[\*\] \d{1,9} fixable with the |^No fixes available/ },
      ],
    }),
};
