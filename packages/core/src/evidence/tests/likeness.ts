/** How much two bodies have in common, from 0 to 1, by their words and numbers. */
export function likeness(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1;
  const [a, b] = [countsOf(one), countsOf(other)];
  let common = 0;
  let total = 0;
  for (const [word, count] of a) {
    common += Math.min(count, b.get(word) ?? 0);
    total += count;
  }
  for (const count of b.values()) total += count;
  return total === 0 ? 0 : (2 * common) / total;
}

const known = new Map<string, ReadonlyMap<string, number>>();

function countsOf(text: string): ReadonlyMap<string, number> {
  const before = known.get(text);
  if (before !== undefined) return before;
  const counts = new Map<string, number>();
  for (const [word] of text.slice(0, 20_000).matchAll(/[A-Za-z_]\w*|\d[\w.]*|"[^"\n]*"|'[^'\n]*'/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (known.size > 500) known.clear();
  known.set(text, counts);
  return counts;
}
