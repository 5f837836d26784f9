import { bySentences, sayGate } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'yarn',
  kind: 'wrapper',
  docs: { title: 'Yarn', why: 'A failed command or a missing script is red whatever the script printed; `Done in` is no evidence of its own.', fix: 'Correct the script, or its name.', since: '0.1.0' },
  marks: ['error Command failed with exit code', 'yarn run v1.', 'error Command "', 'error Couldn\'t find ', 'Usage Error: Couldn\'t find a script named ', 'The command failed in workspace '],
  // yarn 1.22; berry: `Usage Error: Couldn't find a script named "nope".`
  sentences: [
    { when: /^yarn run v1\.[\d.]{1,10}$/, then: 'open' },
    { when: /^(error Command failed with (?:exit code \d{1,5}|signal .{1,20})\.)$/, says: sayGate },
    { when: /^(error Command ".{1,80}" not found\.|error Couldn't find .{1,200}|Usage Error: Couldn't find a script named .{1,100})/, says: sayGate },
    { when: /^(The command failed in workspace .{1,200})/, says: sayGate },
    { when: /^info Visit https:\/\/(?:classic\.)?yarnpkg\.com\// },
    { when: /^Done in [\d.]{1,12}s\.$/, inside: true, then: 'closed' },
  ],
});
