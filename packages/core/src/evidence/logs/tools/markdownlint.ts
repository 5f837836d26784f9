import { bySentences, sayError, number, sayProblems } from '../grammar/by-sentences.js';

export const recognizer = bySentences({
  tool: 'markdownlint',
  kind: 'lint',
  docs: { title: 'markdownlint', why: 'Reads each finding with its place; it prints nothing when all is well.', fix: 'Run `markdownlint --fix` or change the rule.', since: '0.1.0' },
  marks: [' MD0', 'Summary: '],
  // markdownlint-cli 0.48: `a.md:1:1 error MD018/no-missing-space-atx No space …`, older `a.md:1 MD041/…`; cli2: `Summary: 2 error(s)`
  sentences: [
    { when: /^(\S.{0,300}?):(\d{1,7})(?::\d{1,7})? (?:error )?MD\d{3}\/[\w/-]{1,120} /, says: (out, [, file, line]) => { sayError(out, file, line); } },
    { when: /^\S.{0,300}?:\d{1,7}(?::\d{1,7})? warning MD\d{3}\/[\w/-]{1,120} /, says: (out) => { out.say({ kind: 'soft', what: 'warning', amount: 1 }); } },
    { when: /^Summary: (\d{1,9}) error\(s\)$/, says: (out, [, errors]) => { sayProblems(out, number(errors), 0); } },
  ],
});
