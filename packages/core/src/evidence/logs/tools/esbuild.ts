import { bySentences, number, sayGreen, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'esbuild',
  kind: 'build',
  docs: { title: 'esbuild', why: 'Reads each `✘ [ERROR]`, the counts and `Done in`.', fix: 'Correct the source or the import.', since: '0.1.0' },
  marks: ['✘ [ERROR] ', '▲ [WARNING] ', '⚡ Done in '],
  // esbuild 0.28: `✘ [ERROR] Unexpected ";"`, `    a.js:2:10:`, `1 error`; `⚡ Done in 3ms`
  sentences: [
    { when: /^✘ \[ERROR\] (\S.{0,500})/, says: (out, [, name]) => { out.say({ kind: 'gate', name: name ?? 'error' }); }, then: 'open' },
    { when: /^▲ \[WARNING\] \S/, then: 'open' },
    { when: /^(?:(\d{1,9}) warnings?)?(?: and )?(?:(\d{1,9}) errors?)?$/, inside: true, says: (out, [, warnings, errors]) => { sayProblems(out, number(errors), number(warnings)); }, then: 'closed' },
    { when: /^⚡ Done in /, says: sayGreen },
  ],
  noise: /^ {2,}/,
});
