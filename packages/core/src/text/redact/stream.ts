import { maskedText } from './apply.js';
import type { Hit } from './types.js';

export interface StreamLimits {
  /** Characters on each side of a piece that are looked at with it; longer than any structure but a log itself. */
  readonly context: number;
  /** A piece is handed on when it has at least this many characters. */
  readonly piece: number;
}
const LIMITS: StreamLimits = { context: 65_536, piece: 262_144 };

/** Masks a text that arrives in pieces; hands on whole lines, and parts of a line only when it outgrows the limits. */
export function maskedStream(sink: (text: string) => void, scan: (text: string) => readonly Hit[], limits: StreamLimits = LIMITS): { write(chunk: string): void; end(): void } {
  let chunks: string[] = [];
  let size = 0; // of what waits, with its context
  let done = 0; // of what waits, this much was handed on and is context only

  const hand = (last: boolean): void => {
    const text = chunks.join('');
    const limit = last ? text.length : text.length - limits.context;
    let cut = last ? text.length : text.lastIndexOf('\n', limit) + 1;
    if (cut <= done) cut = limit;
    const hits = scan(text).filter((hit) => hit.end > done && hit.start < cut);
    cut = Math.max(cut, hits[hits.length - 1]?.end ?? 0);
    const shown = hits.map((hit) => ({ ...hit, start: Math.max(hit.start, done) - done, end: hit.end - done }));
    if (cut > done) sink(maskedText(text.slice(done, cut), shown));
    const kept = Math.max(0, text.lastIndexOf('\n', cut - limits.context) + 1, cut - 2 * limits.context);
    const rest = text.slice(kept);
    chunks = rest === '' ? [] : [rest];
    size = rest.length;
    done = cut - kept;
  };

  return {
    write(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      if (size - done >= limits.piece + limits.context) hand(false);
    },
    end() {
      hand(true);
    },
  };
}
