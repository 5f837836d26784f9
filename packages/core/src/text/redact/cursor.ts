import type { Hit, Tier } from './types.js';

/** Any character that ends a bare value; the inline set also ends at what closes a list, a call or a query. */
const ENDS_ALWAYS = 1;
const ENDS_INLINE = 2;
const ENDS = new Uint8Array(128);
for (let code = 0; code <= 32; code += 1) ENDS[code] = ENDS_ALWAYS;
for (const sign of '"\'`<>') ENDS[sign.charCodeAt(0)] = ENDS_ALWAYS;
for (const sign of ',;)}]&|') ENDS[sign.charCodeAt(0)] = ENDS_INLINE;

/** A text being scanned: where the readers put what they find. Questions are remembered, so that asking often stays linear. */
export class Cursor {
  readonly hits: Hit[] = [];
  /** Manifests and keys were read up to here. */
  /** How often a value of the run that ends at `to` was no secret. */
  readonly refused = { to: -1, count: 0 };
  manifest = 0;
  jwk = 0;
  #lineFrom = 0;
  #lineTo: number;
  readonly #next = new Map<string, { from: number; at: number }>();
  readonly #run = { from: -1, to: -1, inline: false };

  constructor(
    readonly text: string,
    readonly depth: number,
  ) {
    this.#lineTo = this.next('\n', 0);
  }

  put(start: number, end: number, rule: string, tier: Tier, mask?: string): void {
    if (end > start) this.hits.push(mask === undefined ? { start, end, rule, tier } : { start, end, rule, tier, mask });
  }

  /** Start and end of the line of `at`. Cheap when asked in ascending order. */
  line(at: number): readonly [start: number, end: number] {
    if (at < this.#lineFrom) return [this.text.lastIndexOf('\n', at - 1) + 1, this.next('\n', at)];
    while (at > this.#lineTo) {
      this.#lineFrom = this.#lineTo + 1;
      this.#lineTo = this.next('\n', this.#lineFrom);
    }
    return [this.#lineFrom, this.#lineTo];
  }

  /** Offset of the next `mark` at or behind `from`; the text's length when there is none. */
  next(mark: string, from: number): number {
    const known = this.#next.get(mark);
    if (known !== undefined && from >= known.from && from <= known.at) return known.at;
    const found = this.text.indexOf(mark, from);
    const at = found < 0 ? this.text.length : found;
    this.#next.set(mark, { from, at });
    return at;
  }

  /** End of the bare value that begins at `from`. */
  bareEnd(from: number, inline: boolean): number {
    const run = this.#run;
    if (run.inline === inline && from >= run.from && from < run.to) return run.to;
    const { text } = this;
    let to = from;
    for (; to < text.length; to += 1) {
      const code = text.charCodeAt(to);
      const ends = code < 128 ? (ENDS[code] ?? 0) : 0;
      if (ends === ENDS_ALWAYS || (inline && ends === ENDS_INLINE)) break;
      if (code === 92 && isEscape(text, to)) break;
    }
    run.from = from;
    run.to = to;
    run.inline = inline;
    return to;
  }
}

/** A backslash that escapes a quote, a line break or a tab: the string around the value ends or goes on behind it. */
function isEscape(text: string, at: number): boolean {
  const next = text[at + 1];
  if (next === undefined) return true;
  if ('"\'`'.includes(next)) return true;
  if (next === '\\') return /^\\{1,15}["'`nrt]/.test(text.slice(at, at + 17));
  return 'nrt'.includes(next);
}
