import type { DiffLine, DiffModel } from '../model/index.js';

type Side = 'added' | 'removed';

/** Text of the lines of one side, without blanks around it; made when somebody asks for that side. */
const texts = new WeakMap<DiffModel, Partial<Record<Side, ReadonlySet<string>>>>();

/** The same text stands on the other side of the change, wherever: the line only moved. */
export function isMoved({ side, text }: DiffLine, diff: DiffModel): boolean {
  const known = texts.get(diff) ?? {};
  texts.set(diff, known);
  const other = side === 'added' ? 'removed' : 'added';
  return (known[other] ??= textsOf(diff, other)).has(text.trim());
}

function textsOf({ files }: DiffModel, wanted: Side): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { hunks } of files) for (const { lines } of hunks) for (const { side, text } of lines) if (side === wanted) found.add(text.trim());
  return found;
}
