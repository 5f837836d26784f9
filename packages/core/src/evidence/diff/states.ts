import type { Grammar } from '../../model/index.js';

interface Openers {
  readonly comment: readonly (readonly [open: string, close: string])[];
  readonly long: readonly string[];
}

const C: Openers = { comment: [['/*', '*/']], long: [] };
const OPENERS: Readonly<Record<Grammar, Openers>> = {
  typescript: { ...C, long: ['`'] }, tsx: { ...C, long: ['`'] }, javascript: { ...C, long: ['`'] },
  python: { comment: [], long: ['"""', "'''"] }, go: { ...C, long: ['`'] }, rust: C, java: { ...C, long: ['"""'] },
  ruby: { comment: [['=begin\n', '=end']], long: [] }, php: C, 'c-sharp': { ...C, long: ['"""'] }, cpp: C, bash: { comment: [], long: [] }, css: C,
};

/** What may stand before a piece of code: nothing, the open of a block comment, the open of a long string. The likely ones only. */
export function statesOf(language: Grammar, source: string): string[] {
  const { comment, long } = OPENERS[language];
  return ['', ...comment.filter(([open, close]) => mayBeInside(source, open.trim(), close)).map(([open]) => open), ...long.filter((mark) => source.split(mark).length % 2 === 0)];
}

// The close comes before any open, or every line looks like the middle of a comment (` * text`).
function mayBeInside(source: string, open: string, close: string): boolean {
  const end = source.indexOf(close);
  const start = source.indexOf(open);
  if (end >= 0) return start < 0 || end < start;
  return start < 0 && open === '/*' && /^\s*\*(?:\s|$)/.test(source) && source.split('\n').every((line) => /^\s*(?:\*|$)/.test(line));
}
