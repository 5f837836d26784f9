import type { TextSpan } from '../../model/index.js';
import { type Lexis, lexisOf, type Quote } from './lexis.js';

/**
 * Comments and string bodies by a table of marks, in one pass. Approximate: it knows no regular expressions, no
 * here-documents and no grammar. What it is not sure of stays code: a string that may not close ends with its line.
 * Null for a language that it has no table for.
 */
export function scan(language: string, text: string): TextSpan[] | null {
  const lexis = lexisOf(language);
  return lexis === undefined ? null : new Scan(lexis, text).spans;
}

/** A string that code is nested in: how many brackets deep that code is. */
interface Frame {
  readonly quote: Quote;
  depth: number;
}

class Scan {
  readonly spans: TextSpan[] = [];
  readonly #lexis: Lexis;
  readonly #text: string;
  readonly #frames: Frame[] = [];
  readonly #starts: Uint8Array;
  readonly #closes: readonly string[];
  readonly #neverClosed = new Set<Quote>();
  #seenBlock = false;
  #at = 0;

  constructor(lexis: Lexis, text: string) {
    this.#lexis = lexis;
    this.#text = text;
    this.#closes = lexis.block.map(([, close]) => close);
    this.#starts = firstsOf(lexis, () => [...lexis.line, ...lexis.block.flat(), ...lexis.quotes.map((quote) => quote.open), '{', '}', '(', ')']);
    // The first line may be the first of a block that begins with a line break.
    this.#takesBlock(true);
    while (this.#at < text.length) this.#step();
  }

  #step(): void {
    while (this.#starts[this.#text.charCodeAt(this.#at)] === 0) this.#at += 1;
    if (this.#at >= this.#text.length) return;
    if (this.#leavesCode(this.#text.charAt(this.#at)) || this.#takesBlock(false) || this.#takesLine() || this.#takesQuote() || this.#takesStrayClose()) return;
    this.#at += 1;
  }

  /** A bracket that ends code inside a string goes on with the string. */
  #leavesCode(char: string): boolean {
    const frame = this.#frames[this.#frames.length - 1];
    if (frame === undefined) return false;
    if (char === '{' || char === '(') frame.depth += 1;
    if (char !== '}' && char !== ')') return false;
    frame.depth -= 1;
    if (frame.depth > 0) return false;
    this.#frames.pop();
    this.#at += 1;
    this.#readString(frame.quote);
    return true;
  }

  #takesBlock(atStart: boolean): boolean {
    for (const [open, close] of this.#lexis.block) {
      const mark = atStart && open.startsWith('\n') ? open.slice(1) : open;
      if ((atStart && mark === open) || !this.#text.startsWith(mark, this.#at)) continue;
      this.#seenBlock = true;
      const from = this.#at;
      this.#at = this.#endOfBlock(open, close, from + mark.length);
      this.spans.push({ start: from, end: this.#at });
      return true;
    }
    return false;
  }

  #endOfBlock(open: string, close: string, from: number): number {
    if (this.#lexis.nested !== true) {
      const end = this.#text.indexOf(close, from);
      return end < 0 ? this.#text.length : end + close.length;
    }
    let at = from;
    for (let depth = 1; depth > 0 && at < this.#text.length; ) {
      const isClose = this.#text.startsWith(close, at);
      const isOpen = !isClose && this.#text.startsWith(open, at);
      depth += isOpen ? 1 : isClose ? -1 : 0;
      at += isOpen ? open.length : isClose ? close.length : 1;
    }
    return at;
  }

  /** The end of a block comment in code: the text began inside one. */
  #takesStrayClose(): boolean {
    if (this.#seenBlock) return false;
    const close = this.#closes.find((mark) => mark.length > 1 && this.#text.startsWith(mark, this.#at));
    if (close === undefined) return false;
    this.#seenBlock = true;
    this.#at += close.length;
    this.spans.splice(0, this.spans.length, { start: 0, end: this.#at });
    this.#frames.length = 0;
    return true;
  }

  #takesLine(): boolean {
    const before = this.#at === 0 ? '\n' : this.#text.charAt(this.#at - 1);
    if (this.#lexis.spaced === true && !/\s/.test(before)) return false;
    if (!this.#lexis.line.some((mark) => this.#text.startsWith(mark, this.#at))) return false;
    const end = lineEnd(this.#text, this.#at);
    this.spans.push({ start: this.#at, end });
    this.#at = end;
    return true;
  }

  #takesQuote(): boolean {
    const quote = this.#lexis.quotes.find((rule) => this.#text.startsWith(rule.open, this.#at));
    if (quote === undefined || (quote.open === "'" && this.#isApostrophe())) return false;
    if (quote.single === true) return this.#takesCharacter();
    this.#at += quote.open.length;
    this.#readString(quote);
    return true;
  }

  /** `don't`; a prefix as in `rb'x'` has two letters at most. */
  #isApostrophe(): boolean {
    return (this.#lexis.markup === true ? /\w$/ : /\w{3}$/).test(this.#text.slice(Math.max(0, this.#at - 3), this.#at));
  }

  #takesCharacter(): boolean {
    const match = /^'(?:\\[^\n]{1,10}?|[^'\\\n]{1,2})'/.exec(this.#text.slice(this.#at, this.#at + 14));
    if (match === null) return false;
    this.spans.push({ start: this.#at + 1, end: this.#at + match[0].length - 1 });
    this.#at += match[0].length;
    return true;
  }

  /** From inside a string to its end, or to the code in it. */
  #readString(quote: Quote): void {
    const from = this.#at;
    const text = this.#text;
    const stops = firstsOf(quote, () => [quote.close, '\\', '\n', ...(quote.code ?? [])]);
    let firstLine = -1;
    let at = from;
    for (; at < text.length; at += 1) {
      if (stops[text.charCodeAt(at)] === 0) continue;
      const char = text.charAt(at);
      const code = quote.code?.find((mark) => text.startsWith(mark, at));
      if (code !== undefined) {
        this.#add(from, at);
        this.#at = at + code.length;
        this.#frames.push({ quote, depth: 1 });
        return;
      }
      if (char === '\\' && quote.raw !== true) at += 1;
      else if (text.startsWith(quote.close, at)) {
        this.#add(from, at);
        this.#at = at + quote.close.length;
        return;
      } else if (char === '\n') {
        if (firstLine < 0) firstLine = at;
        if (quote.long !== true || this.#neverClosed.has(quote)) break;
      }
    }
    this.#unclosed(quote, from, firstLine < 0 ? text.length : firstLine, Math.min(at, text.length));
  }

  /** Its opening mark stands alone at the start of a line: it may as well be the closing one of a string that began before the text. */
  #unclosed(quote: Quote, from: number, firstLine: number, end: number): void {
    const open = from - quote.open.length;
    const before = this.#text.slice(this.#text.lastIndexOf('\n', Math.max(0, open - 1)) + 1, Math.max(0, open));
    this.#neverClosed.add(quote); // so that no later line looks for its end again
    const isOpening = quote.long === true && before.slice(-200).trim() !== '' && quote.open.length > 1;
    this.#add(from, isOpening ? end : firstLine);
    this.#at = isOpening ? end : firstLine;
  }

  #add(start: number, end: number): void {
    if (start < end) this.spans.push({ start, end });
  }
}

/** By the entry of the table that they belong to. */
const FIRSTS = new WeakMap<Lexis | Quote, Uint8Array>();

/** 1 for each UTF-16 unit that one of the marks begins with. */
function firstsOf(owner: Lexis | Quote, marks: () => readonly string[]): Uint8Array {
  const known = FIRSTS.get(owner);
  if (known !== undefined) return known;
  const firsts = new Uint8Array(0x10000);
  for (const mark of marks()) firsts[mark.charCodeAt(0)] = 1;
  FIRSTS.set(owner, firsts);
  return firsts;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
