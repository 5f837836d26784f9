import { bySentences, sayGate, sayGreen, sayNothingRan } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'nx',
  kind: 'wrapper',
  docs: { title: 'Nx and Lerna', why: 'Reads the closing statement; what the targets print is read by the tools they run.', fix: 'Correct the failed target.', since: '0.1.0' },
  marks: ['Successfully ran target', 'Running target ', 'No tasks were run', 'Failed tasks:', 'lerna ERR! ', 'lerna success ', 'lerna notice cli '],
  // nx 13–15 and lerna 6 print ` >  NX   …` where no colours are; nx 19–22, lerna 9: ` NX   Successfully ran target test for 2 projects`, ` NX   Running target test for 2 projects failed`; lerna 8
  sentences: [
    { when: /^ (?:> {2})?(?:NX|Lerna(?: \(powered by Nx\))?) {2,3}Successfully ran targets? .{1,200} for (?:\d{1,6} )?(?:project|task)/, says: sayGreen },
    { when: /^ (?:> {2})?(?:NX|Lerna(?: \(powered by Nx\))?) {2,3}(Running targets? .{1,200} failed|Ran targets? .{1,200} failed)/, says: sayGate, then: 'open' },
    { when: /^ (?:> {2})?(?:NX|Lerna(?: \(powered by Nx\))?) {2,3}No tasks were run/, says: sayNothingRan },
    { when: /^ {0,3}Failed tasks:$/, says: sayGate, then: 'open' },
    { when: /^lerna ERR! \S.{0,200} std(?:out|err):$/ },
    { when: /^lerna ERR! (\S.{0,300})/, says: sayGate },
    { when: /^lerna success run No packages found with the lifecycle script /, says: sayNothingRan },
    // lerna 3–8
    { when: /^lerna success (?:run Ran npm script .{1,300} in [1-9]\d{0,6} packages?\b|exec Executed command in [1-9]\d{0,6} packages?\b)/, says: sayGreen },
    { when: /^lerna (?:notice cli v\d|info (?:Executing command in|versioning|ci|run Ran npm script|filter) ?|WARN complete Waiting for )/ },
  ],
  noise: /^ {0,3}- \S/,
});
