import type { Cursor } from './cursor.js';
import type { KeyKind } from './keys.js';
import { valueTier, type Style } from './values.js';

/** Puts the span when the value is a secret; null: it is none. */
export function judged(cursor: Cursor, { name, kind }: { name: string; kind: KeyKind }, start: number, end: number, style: Style): number | null {
  const { text } = cursor;
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from] ?? '')) from += 1;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to -= 1;
  const tier = valueTier(text.slice(from, to), { name, kind, style });
  if (tier === null) return null;
  cursor.put(from, to, 'assignment', tier);
  return end;
}
