import type { Rule } from '../../model/index.js';
import { oneLine } from '../../text/one-line.js';

const QUOTED = 80;

export const rule: Rule = {
  id: 'context/diff-unread',
  docs: {
    title: 'The diff, or a part of it, is in a form that is not read',
    why: 'What nobody read may change anything. Context diffs, plain output of diff, apply_patch and word diffs are not read.',
    fix: 'Hand over a unified diff, as `git diff` writes it.',
    since: '0.1.0',
  },
  *check({ diff: { files, unread } }) {
    if (unread === undefined) return;
    const line = oneLine(unread.slice(0, QUOTED));
    yield files.length === 0
      ? { effect: 'blind', source: 'diff', message: `No file can be told from the diff that was given (it begins with \`${line}\`). Hand over a unified diff, as git diff writes it` }
      : { effect: 'ask', source: 'diff', message: `A part of the diff is in a form that is not read (\`${line}\`), so what it changes is not known. Hand over the whole as a unified diff, as git diff writes it` };
  },
};
