import type { DiffFile, DiffLine, Hunk } from '../../model/index.js';

/** Changed lines without a context line between: what was there, and what stands there now. */
export interface Group {
  readonly hunk: Hunk;
  /** Index in `hunk.lines` of the first changed line, and of the first line behind the group. */
  readonly from: number;
  readonly to: number;
  /** The first lines of each side, at most `MOST`: lines are compared with these, and a rewrite of thousands stays linear. */
  readonly removed: readonly DiffLine[];
  readonly added: readonly DiffLine[];
}

export interface Changed {
  readonly line: DiffLine;
  readonly group: Group;
  /** Its index in `group.hunk.lines`. */
  readonly index: number;
}

/** One file of the diff as the risk rules look at it; made once, whatever the number of rules. */
export interface View {
  readonly file: DiffFile;
  readonly groups: readonly Group[];
  readonly changed: readonly Changed[];
  /** The path and all changed lines, one under the other. */
  readonly text: string;
}

const MOST = 300;
const REACH = 200;
const views = new WeakMap<DiffFile, View>();
const shown = new WeakMap<DiffLine, string>();
// In these, a line that begins with # is a comment; in C, C# and the like it is not.
const HASH = new Set(['yaml', 'toml', 'properties', 'ini', 'dockerfile', 'docker', 'makefile', 'make', 'terraform', 'hcl', 'bash', 'shell', 'python', 'ruby', 'perl', 'r', 'elixir', 'conf', 'nginx', 'env', 'dotenv', 'graphql']);
const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|--\s|;|<!--|\{\/\*)/;
const OPENS_COMMENT = new Set('/*-;<{#'.split(''));
const QUOTES = new Set(['"', "'", '`', '}', ')']);
const OPENER = /^(?:\/\/|\/\*|#|--|<!--|\*|;|%|\(\*|'''|"""|=begin)/;
// A line in the middle of a text in quotes that begins as SQL does: a query written over several lines.
const SQL_START = /^\s*(?:DELETE FROM|DROP (?:TABLE|DATABASE|SCHEMA)|TRUNCATE|ALTER TABLE|UPDATE \w+ SET|SELECT\b.{0,200}\bFROM|WHERE|AND|OR)\b/;

export function viewOf(file: DiffFile): View {
  const before = views.get(file);
  if (before) return before;
  const groups = file.hunks.flatMap(groupsOf);
  const changed = groups.flatMap(changedIn);
  let text: string | null = null;
  const view = {
    file,
    groups,
    changed,
    get text() {
      return (text ??= [file.path, ...changed.map(({ line }) => line.text)].join('\n'));
    },
  };
  views.set(file, view);
  return view;
}

/** The line with its comments blanked and its string bodies kept. Equal to `text` where nobody blanked anything. */
export function withStrings(line: DiffLine, file: DiffFile): string {
  if (line.code === line.text) return plainText(line.text, file);
  const before = shown.get(line);
  if (before !== undefined) return before;
  const text = keptStrings(line);
  shown.set(line, text);
  return text;
}

/** Lines of one side around a changed line: at most `above` before it and `below` after it. The line itself is left out. */
export function around({ line, group, index }: Changed, above: number, below: number): DiffLine[] {
  const other = line.side === 'added' ? 'removed' : 'added';
  const { lines } = group.hunk;
  const near: DiffLine[] = [];
  for (let at = index - 1; at >= Math.max(0, index - REACH) && near.length < above; at -= 1) {
    const item = lines[at];
    if (item && item.side !== other) near.unshift(item);
  }
  const wanted = near.length + below;
  for (let at = index + 1; at < Math.min(lines.length, index + REACH) && near.length < wanted; at += 1) {
    const item = lines[at];
    if (item && item.side !== other) near.push(item);
  }
  return near;
}

function groupsOf(hunk: Hunk): Group[] {
  const groups: Group[] = [];
  const { lines } = hunk;
  for (let from = 0; from < lines.length; from += 1) {
    if (lines[from]?.side === 'context') continue;
    let to = from;
    while (to < lines.length && lines[to]?.side !== 'context') to += 1;
    const part = lines.slice(from, to);
    groups.push({ hunk, from, to, removed: part.filter(({ side }) => side === 'removed').slice(0, MOST), added: part.filter(({ side }) => side === 'added').slice(0, MOST) });
    from = to;
  }
  return groups;
}

function changedIn(group: Group): Changed[] {
  return group.hunk.lines.slice(group.from, group.to).map((line, offset) => ({ line, group, index: group.from + offset }));
}

function plainText(text: string, { language, path }: DiffFile): string {
  if (!OPENS_COMMENT.has(text.trimStart().charAt(0))) return text;
  const isHash = language === null ? !/\.(?:c|h|cc|cpp|hpp|cs|m|mm)$/.test(path) : HASH.has(language);
  return COMMENT.test(text) || (isHash && /^\s*#/.test(text)) ? '' : text;
}

/** A blanked stretch that begins as a comment does, and not right behind a quote, is one; any other is part of a string. */
function keptStrings({ text, code }: DiffLine): string {
  if (code.trim() === '' && !SQL_START.test(text)) return '';
  if (code.trim() === '') return text;
  const parts: string[] = [];
  let from = 0;
  while (from < text.length) {
    let to = from;
    while (to < text.length && code[to] === text[to]) to += 1;
    parts.push(text.slice(from, to));
    if (to >= text.length) break;
    const start = to;
    // A blanked stretch ends where code begins again: blanks in between belong to it.
    while (to < text.length && (code[to] !== text[to] || (text[to] === ' ' && code[to] === ' '))) to += 1;
    const isPattern = text[start - 1] === '/' && text[to] === '/'; // what a regular expression looks for happens nowhere
    const isString = !isPattern && (QUOTES.has(text[start - 1] ?? '') || !OPENER.test(text.slice(start, start + 4)));
    parts.push(isString ? text.slice(start, to) : ' '.repeat(to - start));
    from = to;
  }
  return parts.join('');
}
