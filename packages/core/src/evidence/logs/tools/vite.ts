import { bySentences, sayGate, sayGreen } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'vite',
  kind: 'build',
  docs: { title: 'Vite build', why: 'Reads `✓ built in` and `error during build:`.', fix: 'Correct the import or the source.', since: '0.1.0' },
  marks: ['✓ built in ', 'error during build:', ' building for ', ' building client environment for ', '✗ Build failed in'],
  // vite 5–8
  sentences: [
    { when: /^vite v[\w.-]{1,30} building (?:\S{1,40} environment )?for /, then: 'open' },
    { when: /^✓ built in \d[\d.]{0,8} ?m?s$/, says: sayGreen, then: 'closed' },
    { when: /^(error during build:|✗ Build failed in .{1,40})$/, says: sayGate, then: 'open' },
    { when: /^\(!\) Some chunks are larger than /, says: (out) => { out.say({ kind: 'soft', what: 'warning', amount: 1 }); } },
    { when: /^✓ \d{1,9} modules transformed\.$/, inside: true },
  ],
  noise: /^(?:transforming|rendering chunks|computing gzip size|\S{1,200} +[\d.,]{1,12} kB| {2,}|- |\[|Could not resolve |Build failed with \d)/,
});
