import type { DiffFile, DiffLine, DiffModel, Evidence } from '../../model/index.js';
import { isMoved as isMovedLine } from '../moved.js';

/** One changed line and where it stands. */
export interface At {
  readonly file: DiffFile;
  readonly line: DiffLine;
  readonly hunk: number;
  /** Index in the lines of its hunk. */
  readonly index: number;
}

const LONGEST = 2_000;
const cached = new WeakMap<DiffFile, { added: readonly At[]; removed: readonly At[] }>();

export function changedIn(file: DiffFile): { added: readonly At[]; removed: readonly At[] } {
  const before = cached.get(file);
  if (before !== undefined) return before;
  const made: { added: At[]; removed: At[] } = { added: [], removed: [] };
  for (const [hunk, { lines }] of file.hunks.entries()) {
    for (const [index, line] of lines.entries()) {
      if (line.side !== 'context' && line.text.length <= LONGEST) made[line.side].push({ file, line, hunk, index });
    }
  }
  cached.set(file, made);
  return made;
}

export const addedIn = (file: DiffFile): readonly At[] => changedIn(file).added;
export const removedIn = (file: DiffFile): readonly At[] => changedIn(file).removed;

const sides = new WeakMap<DiffFile, { old?: string; now?: string }>();

/** Text of one side of the file, context included. */
export function sideText(file: DiffFile, side: 'old' | 'now'): string {
  const known = sides.get(file) ?? {};
  sides.set(file, known);
  return (known[side] ??= textOfSide(file, side));
}

function textOfSide(file: DiffFile, side: 'old' | 'now'): string {
  const other = side === 'old' ? 'added' : 'removed';
  return file.hunks.map(({ lines }) => lines.filter((line) => line.side !== other).map(({ text }) => text).join('\n')).join('\n');
}

export const isMoved = ({ line }: At, diff: DiffModel): boolean => isMovedLine(line, diff);

/** Lines around one, of its side and the context. */
export function near({ file, hunk, index, line }: At, above: number, below: number): DiffLine[] {
  const other = line.side === 'added' ? 'removed' : 'added';
  const lines = file.hunks[hunk]?.lines ?? [];
  const before: DiffLine[] = [];
  for (let at = index - 1; at >= 0 && before.length < above; at -= 1) {
    const one = lines[at];
    if (one !== undefined && one.side !== other) before.unshift(one);
  }
  const after: DiffLine[] = [];
  for (let at = index + 1; at < lines.length && after.length < below; at += 1) {
    const one = lines[at];
    if (one !== undefined && one.side !== other) after.push(one);
  }
  return [...before, ...after];
}

/** Neighbours are looked for so far: in a rewrite of thousands of lines none is a counterpart. */
const FAR = 200;

/** Lines of the other side that stand where this one stands now: neighbours without context between. */
export function counterparts({ file, hunk, index, line }: At): DiffLine[] {
  const lines = file.hunks[hunk]?.lines ?? [];
  const other = line.side === 'added' ? 'removed' : 'added';
  let from = index;
  let to = index;
  while (from > 0 && index - from < FAR && lines[from - 1]?.side !== 'context') from -= 1;
  while (to < lines.length - 1 && to - index < FAR && lines[to + 1]?.side !== 'context') to += 1;
  return lines.slice(from, to + 1).filter(({ side }) => side === other);
}

export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A line that is a comment as a whole. */
export function isComment({ text, code }: DiffLine): boolean {
  return (code.trim() === '' && text.trim() !== '') || /^\s*(?:#(?!!|\[)|\/\/|--\s|\*\s|\/\*|<!--|;)/.test(text);
}

/** The task is to make a check of that kind green. */
export const isToFix = ({ asks, task }: Evidence, words: RegExp): boolean => asks.has('fix-check') && words.test(task.slice(0, 20_000));

/** The task says itself that it is to be so. */
export const isAskedBy = ({ task }: Evidence, words: RegExp): boolean => words.test(task.slice(0, 20_000));

/** The first group of a match that took part in it. */
export function groupOf(match: RegExpMatchArray | null): string | undefined {
  const groups: readonly (string | undefined)[] = match ?? [];
  return groups.slice(1).find((part) => part !== undefined);
}
