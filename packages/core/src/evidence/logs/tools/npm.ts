import { bySentences, sayGate, sayNothingRan } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'npm',
  kind: 'wrapper',
  docs: { title: 'npm', why: 'A failed script or a missing one is red whatever the script printed; npm\'s own warnings are ambient.', fix: 'Correct the script, or its name.', since: '0.1.0' },
  marks: ['npm error ', 'npm ERR! ', 'npm warn ', 'npm WARN ', 'npm notice', 'Error: no test specified'],
  // npm 10–11 `npm error …`, npm 6–9 `npm ERR! …`; npm 11 prints nothing when a script of the root package fails
  sentences: [
    { when: /^npm (?:error|ERR!) (Missing script: .{1,200}|Lifecycle script `.{1,80}` failed with error:|Test failed\. {2}See above for more details\.|code E\w{2,30}|\S{1,80}@\S{1,40} \S{1,80}: `.{1,300}`|command (?:failed|sh|bash).{0,200})/, says: sayGate },
    { when: /^npm (?:error|ERR!|warn|WARN|notice)(?: |$)/ },
    { when: /^Error: no test specified$/, says: sayNothingRan },
  ],
});
