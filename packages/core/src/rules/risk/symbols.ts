import type { DiffFile, DiffLine } from '../../model/index.js';
import type { Changed } from './view.js';

// Declarations, one line each: JS and TS, Python, Ruby, Go, Rust, Swift, Kotlin, Java, C#, PHP, C, Elixir, Terraform, shell.
const DECLARATIONS: readonly RegExp[] = [
  /\b(?:function\*?|def|defp|func|fn|fun|sub|proc)\s+(?:\([^)]{0,80}\)\s*)?(?:self\.)?([A-Za-z_$][\w$]{0,80}[!?]?)/,
  /\b(?:class|module|interface|struct|trait|impl|object|enum|protocol|extension|namespace|defmodule)\s+([A-Za-z_$][\w$.]{0,80})/,
  /\b(?:const|let|var|val)\s+([A-Za-z_$][\w$]{0,80})\s*(?::[^=]{0,80})?=\s*(?:async\s*)?(?:\(|function\b|[A-Za-z_$][\w$]{0,40}\s*=>)/,
  /^\s{0,40}(?:(?:public|private|protected|internal|static|final|async|override|virtual|export|abstract|suspend)\s+){1,6}[\w<>[\],.?\s]{0,80}?\b([A-Za-z_]\w{0,80})\s*\(/,
  /^\s{0,40}(?:async\s+|\*)?([A-Za-z_$][\w$]{0,80})\s*\([^;]{0,200}\)\s*(?::[^{]{0,80})?\{\s*$/,
  /^\s*resource\s+"[\w-]+"\s+"([\w-]+)"/,
  /^\s{0,20}(?:[A-Za-z_][\w:<>*&\s]{0,60}\s)([A-Za-z_]\w{0,80})\s*\([^;]{0,200}\)\s*(?:async\s*)?(?:\{|=>)/,
];
const NO_NAME = /^(?:if|for|while|switch|catch|return|else|elif|match|with|when|do|try|using|lock|foreach|unless|until|function|new|await|constructor)$/;
const declared = new WeakMap<DiffLine, readonly string[]>();
const MOST = 3;
const REACH = 200;

/** What a test of this very change would be called after: the enclosing symbols, innermost first, and the file's own name. */
export function targetsOf(file: DiffFile, change: Changed): string[] {
  const stem = (file.path.split('/').pop() ?? '').replace(/\..*$/, '').replace(/^V?\d[\d_]*_+/, '');
  return [...symbolsAround(change), stem].filter((name) => name !== '');
}

/** Names declared on the line itself or before it, and in the hunk's section, innermost first; at most three. */
export function symbolsAround({ line, group, index }: Changed): string[] {
  const names: string[] = [];
  const other = line.side === 'added' ? 'removed' : 'added';
  for (let at = index; at >= Math.max(0, index - REACH) && names.length < MOST; at -= 1) {
    const item = group.hunk.lines[at];
    if (item && item.side !== other) names.push(...declaredOn(item));
  }
  if (names.length < MOST) names.push(...declaredIn(group.hunk.section));
  return names.slice(0, MOST);
}

/** The same for a line, remembered. */
export function declaredOn(line: DiffLine): readonly string[] {
  const before = declared.get(line);
  if (before !== undefined) return before;
  const names = declaredIn(line.code);
  declared.set(line, names);
  return names;
}

/** The first name that the text declares. */
export function declaredIn(code: string): string[] {
  const text = code.length > 400 ? code.slice(0, 400) : code;
  for (const pattern of DECLARATIONS) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined && !NO_NAME.test(name)) return [name];
  }
  return [];
}

/** The line goes together with the whole function, class or file around it: what it did for them is not missed. */
export function isWholeRemoval({ line, group, index }: Changed, file: DiffFile): boolean {
  if (file.change === 'deleted') return true;
  const indent = indentOf(line);
  const kept = new Set(group.added.flatMap(declaredOn));
  const isGone = (item: DiffLine) => declaredOn(item).some((name) => !kept.has(name));
  const lines = group.hunk.lines.slice(Math.max(group.from, index - REACH), index);
  if (lines.some((item) => item.side === 'removed' && indentOf(item) < indent && isGone(item))) return true;
  // An annotation stands before what it belongs to.
  if (!/^\s{0,40}(?:@|\[|#\[)/.test(line.text)) return false;
  const below = group.hunk.lines.slice(index + 1, Math.min(group.to, index + REACH)).find((item) => item.side === 'removed' && declaredOn(item).length > 0);
  return below !== undefined && isGone(below);
}

const indentOf = ({ text }: DiffLine): number => text.length - text.trimStart().length;
