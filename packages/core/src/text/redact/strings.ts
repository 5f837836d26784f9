import type { Cursor } from './cursor.js';

/** A string literal: its body, and where the text goes on behind its closing quote. */
export interface Literal {
  readonly start: number;
  readonly end: number;
  readonly after: number;
  readonly quote: string;
}

const LONGEST = 8192;
const TRIES = 64;
/** Prefixes of literals: Python b r u f, C# @ $, C L, SQL N; a quote may be escaped any number of times, or encoded. */
const OPENING = /(?:[brufBRUFLN@$]{1,2}(?=\\{0,15}["'`]))?(\\{0,15}(?:"""|'''|["'`])|%2[27]|&quot;|&#0?3[49];|&apos;)/y;

/** The string literal that begins at `at`, or null. It ends at the quote of the same kind and escape depth. */
export function literalAt(cursor: Cursor, at: number): Literal | null {
  OPENING.lastIndex = at;
  const opened = OPENING.exec(cursor.text);
  const quote = opened?.[1];
  if (opened === null || quote === undefined) return null;
  const start = at + opened[0].length;
  const triple = quote.endsWith('"""') || quote.endsWith("'''");
  if (triple) {
    const end = cursor.next(quote, start);
    if (end - start <= LONGEST && end < cursor.text.length) return { start, end, after: end + quote.length, quote };
    return null;
  }
  const [, lineEnd] = cursor.line(start);
  const limit = Math.min(lineEnd, start + LONGEST);
  if (quote.startsWith('%') || quote.startsWith('&')) {
    const end = cursor.next(quote, start);
    return end < limit ? { start, end, after: end + quote.length, quote } : null;
  }
  const depth = quote.length - 1;
  const sign = quote.slice(-1);
  let from = start;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const end = cursor.next(sign, from);
    if (end >= limit) return null;
    let slashes = 0;
    while (end - slashes - 1 >= start && cursor.text.charCodeAt(end - slashes - 1) === 92) slashes += 1;
    if (slashes === depth) return { start, end: end - slashes, after: end + 1, quote };
    if (depth === 0 && slashes % 2 === 0) return { start, end, after: end + 1, quote };
    if (slashes < depth) return { start, end: end - slashes, after: end - slashes, quote };
    from = end + 1;
  }
  return null;
}
