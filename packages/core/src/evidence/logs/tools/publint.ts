import type { Recognizer, Reducer } from '../../../model/index.js';

// publint 0.3: `Running publint v0.3.25 for m...`, then lists: `Errors:`, `Warnings:`, `Suggestions:`; `All good!` when there are none
const BEGIN = /^Running publint v[\w.-]{1,30} for /;
const STEP = /^(?:Packing files with |Linting\.\.\.$|Suggestions:$|\d{1,4}\. \S)/;

export const recognizer: Recognizer = {
  tool: 'publint',
  kind: 'lint',
  docs: { title: 'publint', why: 'An `Errors:` list is red, a `Warnings:` list a warning; suggestions are neither.', fix: 'Change package.json as it says.', since: '0.1.0' },
  marks: ['Running publint v'],
  open: openPublint,
};

function openPublint(): Reducer {
  let state: 'idle' | 'open' | 'linted' | 'red' = 'idle';
  let section = '';
  let warnings = 0;
  return {
    read(line, _at, out) {
      if (line === '' || line.length > 2000) return false;
      if (BEGIN.test(line)) state = 'open';
      if (state === 'idle') return false;
      if (/^\w{4,12}:$/.test(line)) section = line;
      if (section === 'Warnings:' && /^\d/.test(line)) warnings += 1;
      if (line === 'Errors:') {
        out.say({ kind: 'closed', ok: false });
        state = 'red';
      } else if (line === 'Linting...' && state === 'open') state = 'linted';
      return BEGIN.test(line) || STEP.test(line) || line === 'Errors:' || line === 'Warnings:' || line === 'All good!';
    },
    end(out) {
      if (state === 'linted') out.say({ kind: 'closed', ok: true, text: 'publint found no errors' });
      if (warnings > 0) out.say({ kind: 'soft', what: 'warning', amount: warnings, text: `publint: ${warnings} warnings` });
    },
  };
}
