import { bySentences, sayRed } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'knip',
  kind: 'lint',
  docs: { title: 'Knip', why: 'A heading with a count is a finding; it prints nothing when all is well.', fix: 'Remove what is unused, or tell knip that it is used.', since: '0.1.0' },
  marks: ['Unused files (', 'Unused dependencies (', 'Unused devDependencies (', 'Unused exports (', 'Unused exported ', 'Unlisted dependencies (', 'Unlisted binaries (', 'Unresolved imports (', 'Duplicate exports (', 'Referenced optional peerDependencies (', 'Excellent, Knip found no issues'],
  // knip 5.88: `Unused files (2)`, then one line for each
  sentences: [
    { when: /^(?:Unused|Unlisted|Unresolved|Duplicate|Referenced) [\w ]{3,40} \([1-9]\d{0,6}\)$/, says: sayRed, then: 'open' },
    { when: /^✂️ {1,2}Excellent, Knip found no issues/, says: (out) => { out.say({ kind: 'closed', ok: true }); } },
  ],
  noise: /^[\w@./-]{1,300}(?:  .{0,300})?$/,
});
