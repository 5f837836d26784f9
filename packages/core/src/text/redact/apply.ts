import { MASK, type Hit } from './types.js';

/** The text with every span replaced; line breaks inside a span are kept. Spans are in order and do not overlap. */
export function maskedText(text: string, hits: readonly Hit[]): string {
  if (hits.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const hit of hits) {
    parts.push(text.slice(from, hit.start), hit.mask ?? MASK);
    from = hit.end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
