import type { Piece } from './piece.js';

/** A test, a group of tests or another function, as far as a piece shows it. Offsets are those of the piece. */
export interface Head {
  readonly kind: 'test' | 'group' | 'function';
  readonly name: string;
  /** Where its annotations begin. */
  readonly from: number;
  /** Where its name stands. */
  readonly at: number;
  readonly bodyFrom: number;
  readonly bodyTo: number;
  /** Its end is shown. */
  readonly isClosed: boolean;
  /** Where its table of rows opens, one bracket each. */
  readonly tables: readonly number[];
  /** Rows that are annotations: `[InlineData(1, 2)]`. */
  readonly rowTexts: readonly string[];
}

export type HeadReader = (piece: Piece) => Head[];

/** Heads that hold no other ones: a longer text is no source that somebody wrote. */
export const MOST_HEADS = 5_000;

/** The first character behind blanks. */
export function skipBlanks(code: string, from: number): number {
  let at = from;
  while (at < code.length && (code.charCodeAt(at) <= 32)) at += 1;
  return at;
}

/** The inside of the string that begins there, or the text up to `to`. */
export function stringAt({ text }: Piece, from: number, to: number): string {
  const shown = text.slice(from, Math.min(to, from + 400)).trim();
  const quote = /^(?:[rbuf]{0,2})("""|'''|["'`])/i.exec(shown);
  if (quote === null) return shown;
  const open = quote[0].length;
  const close = shown.lastIndexOf(quote[1] ?? '');
  return close >= open ? shown.slice(open, close) : shown.slice(open);
}
