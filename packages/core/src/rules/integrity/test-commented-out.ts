import type { Evidence, Rule, TestCase } from '../../model/index.js';
import { count, named } from './explain.js';
import { found } from './finding.js';

const MARK = /^\s*(?:\/\/+|#+|--|\*|\/\*+|<!--|;+|"""|''')?\s?/;

export const rule: Rule = {
  id: 'integrity/test-commented-out',
  docs: {
    title: 'Tests were commented out',
    why: 'A test inside a comment is dead text: it looks as if it were there, and cannot fail.',
    fix: 'Take the comment marks away and make the tests pass, or remove them with what they test.',
    since: '0.1.0',
  },
  *check(evidence) {
    const hidden = evidence.tests.removed.filter((test) => !test.isGroup && isInComment(test, evidence));
    const [first] = hidden;
    if (first === undefined) return;
    yield found('block', `${count(hidden.length, 'test was', 'tests were')} commented out in ${first.file.path}: ${named(hidden)}. A test in a comment is never run, so take the marks away and make it pass`, hidden.map(({ file, line }) => ({ file, line })));
  },
};

/** Its head stands on the new side, where code has nothing. */
export function isInComment(test: TestCase, { diff }: Evidence): boolean {
  const head = stripped(test.line.text);
  if (head.length < 6) return false;
  const file = diff.files.find(({ path }) => path === test.file.path);
  return (file?.hunks ?? []).some(({ lines }) =>
    lines.some((line) => line.side !== 'removed' && (line.code.trim() === '' || MARKED.test(line.text)) && line.text.trim() !== '' && stripped(line.text) === head));
}
const MARKED = /^\s*(?:\/\/|#|\/\*|\*)/;

const stripped = (text: string): string => text.replace(MARK, '').trim().replace(/\s+/g, ' ').replace(/\s*(?:\*\/|-->)$/, '');
