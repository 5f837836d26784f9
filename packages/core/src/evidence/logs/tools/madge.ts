import { bySentences, number, sayGate, sayGreen } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'madge',
  kind: 'lint',
  docs: { title: 'madge --circular', why: 'Reads whether it found circular dependencies.', fix: 'Break the circle.', since: '0.1.0' },
  marks: ['No circular dependency found!', ' circular dependenc', 'Processed '],
  // madge 8: `✔ No circular dependency found!`, `✖ Found 1 circular dependency!`
  sentences: [
    { when: /^[✔√] No circular dependency found!$/, says: sayGreen },
    { when: /^[✖×] (Found [1-9]\d{0,6} circular dependenc(?:y|ies)!)$/, says: sayGate, then: 'open' },
    { when: /^Processed \d{1,9} files? \(.{1,30}\) \((\d{1,9}) warnings?\)/, says: (out, [, amount]) => { out.say({ kind: 'soft', what: 'warning', amount: number(amount) }); } },
    { when: /^[✖×] Skipped \d{1,7} files?$/, inside: true },
    { when: /^\d{1,7}\) \S/, inside: true },
  ],
});
