/** A pattern with the flag `m`, and what stands in its place. */
export type Edit = readonly [when: RegExp, to: string | ((found: string, ...groups: string[]) => string)];

/** The text with the first edit that fits, at its first or last place; null when none fits. */
export function edited(text: string, edits: readonly Edit[], place: 'first' | 'last'): string | null {
  for (const [when, to] of edits) {
    const found = [...text.matchAll(new RegExp(when.source, 'gm'))].at(place === 'first' ? 0 : -1);
    if (!found) continue;
    const [whole] = found;
    const made = typeof to === 'string' ? whole.replace(new RegExp(when.source, 'm'), to) : to(whole, ...found.slice(1));
    return text.slice(0, found.index) + made + text.slice(found.index + whole.length);
  }
  return null;
}
