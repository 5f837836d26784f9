import { bySentences, number, sayGate, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'webpack',
  kind: 'build',
  docs: { title: 'webpack', why: 'Reads the closing statement.', fix: 'Correct the import or the configuration.', since: '0.1.0' },
  marks: [' compiled successfully in ', ' compiled with ', ' compiled successfully', '[webpack-cli]', 'Compiled successfully', 'ERROR in ', 'Invalid configuration object. Webpack ', '"errorsCount":'],
  // webpack 5: `webpack 5.113.0 compiled with 1 error in 228 ms`, `… compiled with 2 warnings in …`, `ERROR in ./src/index.js 1:0-16`
  sentences: [
    { when: /^(?:.{0,100}: )?\(?webpack [\d.]{1,20}\)? compiled successfully(?: in \d{1,9} ms)?$/, says: (out) => { sayProblems(out, 0, 0); }, then: 'closed' },
    { when: /^(?:.{0,100}: )?\(?webpack [\d.]{1,20}\)? compiled with (?:(\d{1,9}) errors?)?(?: and )?(?:(\d{1,9}) warnings?)?(?: in \d{1,9} ms)?$/, says: (out, [, errors, warnings]) => { sayProblems(out, number(errors), number(warnings)); }, then: 'closed' },
    { when: /^ERROR in (\.{0,2}\/\S.{0,300}|main)$/, then: 'open' },
    { when: /^WARNING in (\.{0,2}\/\S.{0,300}|configuration)$/, then: 'open' },
    { when: /^(?:\[webpack-cli\] )?(?:✖ )?(Invalid configuration object\. Webpack .{0,200})/, says: sayGate, then: 'closed' },
    { when: /^\[webpack-cli\] (?:✖ )?((?:Error|Invalid|Failed|TypeError|SyntaxError|ReferenceError|ValidationError|Unknown).{0,300})/, says: sayGate, then: 'closed' },
    { when: /^ {2}"errorsCount": (\d{1,9}),?$/, says: (out, [, errors]) => { sayProblems(out, number(errors), 0); } },
    { when: /^\{"hash":.*?"errorsCount":(\d{1,9})/, whole: true, says: (out, [, errors]) => { out.say({ kind: 'closed', ok: errors === '0', text: `errorsCount: ${errors ?? ''}` }); } },
  ],
  noise: /^(?: {2}|Module not found: |Module parse failed: |Module build failed|resolve '|You may need |\||> |@ |asset |\.\/)/,
});
