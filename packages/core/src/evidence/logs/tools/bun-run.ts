import { bySentences, sayGate } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'bun-run',
  kind: 'wrapper',
  docs: { title: 'bun run', why: 'A script that left with a status other than 0, or that is missing, is red whatever it printed; with `--silent` nothing is said.', fix: 'Correct the script, or its name.', since: '0.1.0' },
  marks: ['error: script "', 'error: Script not found "'],
  // bun 1.0–1.4
  sentences: [
    { when: /^error: (script "[^"]{1,200}" (?:exited with code [1-9]\d{0,4}|(?:was terminated|exited|terminated) by signal \S{1,40}(?: \(\S{1,80}\))?))/, says: sayGate },
    { when: /^error: (Script not found "[^"]{1,200}")/, says: sayGate },
  ],
});
