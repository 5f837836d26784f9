import { bySentences, sayGate, sayGreen } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'rollup',
  kind: 'build',
  docs: { title: 'Rollup', why: 'Reads `created … in …` and `[!] RollupError`.', fix: 'Correct the import.', since: '0.1.0' },
  marks: ['created ', '[!] ', '(!) '],
  // rollup 4: `created out in 12ms`, `[!] RollupError: a.js (1:9): "x" is not exported by "b.js"`, `(!) Unresolved dependencies`
  sentences: [
    { when: /^created \S.{0,200} in \d[\d.]{0,8} ?m?s$/, says: sayGreen, then: 'closed' },
    { when: /^\[!\] ((?:\(\w.{0,60}\) )?\w{0,40}Error: .{1,500})/, says: sayGate, then: 'open' },
    { when: /^\(!\) (?!Some chunks are larger than )\S/, says: (out) => { out.say({ kind: 'soft', what: 'warning', amount: 1 }); }, then: 'open' },
  ],
  noise: /^(?:https:\/\/rollupjs\.org\/| {2,}|\d{1,7}: |\S{1,300} \(\d{1,7}:\d{1,7}\)$)/,
});
