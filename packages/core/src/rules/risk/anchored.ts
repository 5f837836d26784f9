import type { DiffModel, Hunk } from '../../model/index.js';
import { findKeywords, type KeywordScan } from '../../text/keywords.js';
import { ANCHORS } from './anchors.js';
import { anchorsOf } from './needle-words.js';
import type { View } from './view.js';

/** Of each line of a hunk one bit for each anchor: without the bit the anchor is not on the line. */
export type Masks = Int32Array;

/** A smaller change is read with the anchors themselves before the table of their words would be made. */
const LARGE = 100_000;
const SHORTEST = 3;
const bits = new Map<RegExp, number>(Object.values(ANCHORS).map((anchor, at) => [anchor, 1 << at]));
const sizes = new WeakMap<DiffModel, boolean>();
const known = new WeakMap<Hunk, Masks>();
const views = new WeakMap<View, number>();
let reader: ((text: string) => number) | null = null;

/** All bits for an anchor that the table does not know. */
export const bitOf = (anchor: RegExp): number => bits.get(anchor) ?? -1;

export function isLarge(diff: DiffModel): boolean {
  const before = sizes.get(diff);
  if (before !== undefined) return before;
  let size = 0;
  const large = diff.files.some(({ hunks }) => hunks.some(({ lines }) => lines.some(({ text }) => (size += text.length) > LARGE)));
  sizes.set(diff, large);
  return large;
}

/** The bits of all changed lines of a file, and of its path. */
export function maskIn(view: View): number {
  const before = views.get(view);
  if (before !== undefined) return before;
  let mask = maskOf(view.file.path);
  for (const { hunk, from, to } of view.groups) for (const found of masksOf(hunk).subarray(from, to)) mask |= found;
  views.set(view, mask);
  return mask;
}

/** One pass over the lines for all anchors. */
export function masksOf(hunk: Hunk): Masks {
  const before = known.get(hunk);
  if (before !== undefined) return before;
  const masks = Int32Array.from(hunk.lines, ({ text }) => maskOf(text));
  known.set(hunk, masks);
  return masks;
}

export function maskOf(text: string): number {
  return (reader ??= openReader())(text);
}

function openReader(): (text: string) => number {
  const words = new Map<string, number>();
  const others: { pattern: RegExp; bit: number }[] = [];
  for (const [anchor, bit] of bits) {
    const rest: string[] = [];
    for (const part of anchorsOf(anchor)) {
      if (typeof part === 'string' && part.length >= SHORTEST) words.set(part, (words.get(part) ?? 0) | bit);
      else rest.push(typeof part === 'string' ? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : part.source);
    }
    if (rest.length > 0) others.push({ pattern: new RegExp(rest.join('|'), 'i'), bit });
  }
  const scan: KeywordScan = findKeywords([], [...words.keys()]);
  const owners = Int32Array.from(words.values());
  const any = new RegExp(others.map(({ pattern }) => pattern.source).join('|'), 'i');
  let mask = 0;
  const onHit = (id: number) => {
    mask |= owners[id] ?? 0;
  };
  return (text) => {
    mask = 0;
    scan(text, onHit);
    if (any.test(text)) for (const { pattern, bit } of others) if (pattern.test(text)) mask |= bit;
    return mask;
  };
}
