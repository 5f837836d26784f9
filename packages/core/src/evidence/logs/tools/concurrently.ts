import { bySentences, sayGate } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'concurrently',
  kind: 'wrapper',
  docs: { title: 'concurrently', why: 'A command that left with a status other than 0 is red whatever the others printed.', fix: 'Correct the failed command.', since: '0.1.0' },
  marks: [' exited with code ', '--> Sending SIGTERM to other processes'],
  // concurrently 9: `[1] npm run b exited with code 1`, `[0] npm run a exited with code 0`
  sentences: [
    { when: /^\[[\w@:./-]{1,40}\] (.{1,300} exited with code (?:[1-9]\d{0,4}|SIG\w{2,8}))$/, says: sayGate },
    { when: /^\[[\w@:./-]{1,40}\] .{1,300} exited with code 0$/ },
    { when: /^--> Sending SIG\w{2,8} to other processes/ },
  ],
});
