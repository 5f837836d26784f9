import { bySentences, number, sayGate, sayGreen, sayNothingRan } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'deno-lint-fmt',
  kind: 'lint',
  docs: { title: 'deno lint, fmt --check and check', why: 'Reads the closing line.', fix: 'Run `deno fmt`, or change what deno lint reports.', since: '0.1.0' },
  marks: ['Checked ', 'error: Found ', ' problem', 'from: /'],
  // deno 2: `Checked 1 file`, `Found 1 problem`, `error: Found 1 not formatted file in 1 file`
  sentences: [
    { when: /^Checked (\d{1,9}) files?$/, says: (out, [, files]) => { if (number(files) === 0) sayNothingRan(out); else sayGreen(out); } },
    { when: /^(error: Found \d{1,9} not formatted files? in \d{1,9} files?)$/, says: sayGate },
    { when: /^(Found [1-9]\d{0,8} problems?)$/, says: sayGate },
  ],
});
