import { bySentences, number, sayGate, sayGreen, sayNothingRan } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'wireit',
  kind: 'wrapper',
  docs: { title: 'Wireit', why: 'Reads the closing line; what the scripts print is read by the tools they run.', fix: 'Correct the failed script.', since: '0.1.0' },
  marks: ['✅ Ran ', '❌ [', ' script failed', ' scripts failed'],
  // wireit 0.14: `✅ Ran 2 scripts and skipped 0 in 0.1s.`, `❌ [test] exited with exit code 1. Output:`, `❌ 1 script failed.`
  sentences: [
    { when: /^✅ Ran (\d{1,7}) scripts? and skipped (\d{1,7}) in [\d.]{1,12}s\.$/, says: (out, [, ran, skipped]) => { if (number(ran) + number(skipped) > 0) sayGreen(out); else sayNothingRan(out); } },
    { when: /^❌ (\d{1,7} scripts? failed\.?)$/, says: sayGate },
    { when: /^❌ (\[.{1,200}\] .{1,200})$/, says: sayGate },
    { when: /^✅ \[.{1,200}\] / },
  ],
});
