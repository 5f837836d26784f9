import { Pieces } from '../pieces.js';
import { MASK, type Hit } from './types.js';

/** The text with every span replaced; line breaks inside a span are kept. Spans are in order and do not overlap. */
export function maskedText(text: string, hits: readonly Hit[]): string {
  if (hits.length === 0) return text;
  const pieces = new Pieces();
  let from = 0;
  for (const hit of hits) {
    pieces.push(text.slice(from, hit.start), hit.mask ?? MASK);
    from = hit.end;
  }
  pieces.push(text.slice(from));
  return pieces.text();
}
