import type { DiffFile, DiffLine, Evidence, Rule, TestCase } from '../../model/index.js';
import { clean, count, named } from './explain.js';
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
    const around = blockIn(evidence);
    if (around !== null) yield found('block', `Tests were commented out in ${around.file.path}:${around.opener.at}: a comment was opened around \`${clean(around.head.text.trim(), 60)}\`. A test in a comment is never run, so take the marks away and make it pass`, [{ file: around.file, line: around.opener }, { file: around.file, line: around.head }]);
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
  return file !== undefined && commentsIn(file).has(head);
}

/** What comments of the new side say, line by line; read once, however many tests are looked for. */
function commentsIn(file: DiffFile): ReadonlySet<string> {
  const before = comments.get(file);
  if (before !== undefined) return before;
  const said = new Set(file.hunks.flatMap(({ lines }) => lines.filter((line) => line.side !== 'removed' && (line.code.trim() === '' || MARKED.test(line.text)) && line.text.trim() !== '').map(({ text }) => stripped(text))));
  comments.set(file, said);
  return said;
}
const comments = new WeakMap<DiffFile, ReadonlySet<string>>();
const MARKED = /^\s*(?:\/\/|#|\/\*|\*)/;

const stripped = (text: string): string => text.replace(MARK, '').trim().replace(/\s+/g, ' ').replace(/\s*(?:\*\/|-->)$/, '');

const OPENER = /^\s*(?:\/\*(?!.*\*\/)|=begin\b|"""\s*$|'''\s*$|:\s*<<\s*['"]?\w+|\{\/\*(?!.*\*\/)|#if\s+0\b|<#)/;
const CLOSER = /\*\/|^=end\b|^\s*(?:"""|''')\s*$|^\s*#endif|#>/;
const HEAD = /^\s*(?:it|test|describe|specify|context)\s*[.(]|^\s*(?:async\s+)?def\s+test|^\s*@(?:Test|ParameterizedTest|test)\b|^\s*func\s+Test|^\s*#\[\s*(?:\w+::)*test\b|^\s*\[(?:Fact|Theory|Test|TestMethod)|function\s+test\w|^\s*(?:it|test|specify)\s+["']/;

/** A comment that was opened in front of tests which the change leaves as they are. */
function blockIn({ diff }: Evidence): { file: DiffFile; opener: DiffLine; head: DiffLine } | null {
  for (const file of diff.files) {
    if (file.role !== 'test' && file.language !== 'rust') continue;
    for (const { lines } of file.hunks) {
      let opener: DiffLine | null = null;
      for (const line of lines) {
        if (line.side === 'removed' || line.text.length > 1_000) continue;
        if (opener === null) opener = line.side === 'added' && OPENER.test(line.text) ? line : null;
        else if (CLOSER.test(line.text)) opener = null;
        else if (line.side === 'context' && HEAD.test(line.text)) return { file, opener, head: line };
      }
    }
  }
  return null;
}
