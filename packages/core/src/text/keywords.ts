/** Where a keyword was found; `id` is its index in the list given to `findKeywords`. */
export interface KeywordScan {
  /**
   * Calls `onHit` with the index of each keyword that stands in the text from `from` to `to` (default: all of it), once per
   * place, in order of place. A piece of a long text is best asked for so, one after the other: where most of it is asked for,
   * it is looked through only once.
   */
  (text: string, onHit: (id: number) => void, from?: number, to?: number): void;
}

/** A hash of four characters has so many bits, five of each character. */
const BITS = 20;
const MASK = (1 << BITS) - 1;
/** So many texts are searched keyword by keyword: a short log is read before the table would be made. */
const FEW = 24;
const SHORT = 2_000;
/** Of a longer text no bytes are made. */
const BLOCK = 1 << 20;

/**
 * One pass over a text for any number of keywords (three characters and more): a hash of four characters, case folded,
 * looks up the few keywords that hold them there. About 1 ns per character, whatever the number.
 * Keywords are compared as they are; those in `folded` in any case of A–Z (they must be lower case).
 */
export function findKeywords(exact: readonly string[], folded: readonly string[]): KeywordScan {
  const words = [...exact, ...folded];
  const tooShort = words.find((word) => word.length < 3);
  if (tooShort !== undefined) throw new Error(`keyword ${JSON.stringify(tooShort)} is shorter than three characters`);
  let table: KeywordScan | null = null;
  let texts = 0;
  return (text, onHit, from = 0, to = text.length) => {
    texts += 1;
    if (table === null && texts <= FEW && to - from <= SHORT) for (const id of oneByOne(text.slice(from, to), words, exact.length)) onHit(id);
    else (table ??= tableScan(words, exact.length))(text, onHit, from, to);
  };
}

/** The same hits in the same order as by the table. */
function oneByOne(line: string, words: readonly string[], exact: number): number[] {
  const lower = line.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const hits: { at: number; id: number }[] = [];
  for (let id = 0; id < words.length; id += 1) {
    const word = words[id] ?? '';
    const searched = id < exact ? line : lower;
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1)) hits.push({ at, id });
  }
  return hits.sort((a, b) => a.at - b.at || a.id - b.id).map(({ id }) => id);
}

/**
 * Looks at every second place: wherever a keyword begins, one of its two fours stands at such a place. Pieces are looked at
 * where they stand, character by character. When a fourth of a text was asked for, the next one is looked through whole, as
 * bytes, which is four times as fast, and pieces are answered from that.
 */
function tableScan(words: readonly string[], exact: number): KeywordScan {
  const count = words.length;
  const { isThere, entries } = tableOf(words);
  const hits: number[] = []; // place * count + id
  let block: string | null = null;
  let isRead = false; // whether `found` holds what stands in the block
  let asked = 0;
  let found: number[] = [];
  let next = 0;
  let bytes: Uint8Array | null = null;

  const lookAt = (text: string, at: number, hash: number) => {
    for (const { id, back } of entries.get(hash) ?? []) {
      const word = words[id] ?? '';
      const place = at - back;
      if (place >= 0 && (id < exact ? text.startsWith(word, place) : startsFolded(text, word, place))) hits.push(place * count + id);
    }
  };
  const piece = (text: string, from: number, to: number) => {
    let hash = (low(text.charCodeAt(from)) << 5) ^ low(text.charCodeAt(from + 1));
    for (let at = from + 2; at < to; at += 2) {
      hash = (hash << 10) ^ (low(text.charCodeAt(at)) << 5) ^ low(text.charCodeAt(at + 1));
      if (((isThere[(hash & MASK) >> 5] as number) & (1 << (hash & 31))) !== 0) lookAt(text, at - 2, hash & MASK);
    }
  };
  const whole = (text: string) => {
    // Of a character beyond 255 the last eight bits are written: all that a hash takes of it.
    const buffer = bytes !== null && bytes.length > text.length ? bytes : (bytes = new Uint8Array(Math.max(1 << 16, text.length) + 1));
    Buffer.from(buffer.buffer).write(text, 'latin1');
    const end = text.length;
    let hash = (((buffer[0] as number) | 32) << 5) ^ ((buffer[1] as number) | 32);
    for (let at = 2; at < end; at += 2) {
      hash = (hash << 10) ^ (((buffer[at] as number) | 32) << 5) ^ ((buffer[at + 1] as number) | 32);
      if (((isThere[(hash & MASK) >> 5] as number) & (1 << (hash & 31))) !== 0) lookAt(text, at - 2, hash & MASK);
    }
    found = inOrder(hits);
    hits.length = 0;
    next = 0;
  };
  const isKnown = (text: string, length: number): boolean => {
    if (length === text.length) return false; // no piece
    if (text !== block) {
      isRead = asked * 4 > (block?.length ?? 0) && text.length <= BLOCK;
      if (isRead) whole(text);
      block = text;
      asked = 0;
    }
    asked += length;
    return isRead;
  };
  return (text, onHit, from = 0, to = text.length) => {
    if (isKnown(text, to - from)) {
      // Nearly always further on.
      while (next > 0 && (found[next - 1] as number) >= from * count) next -= 1;
      while (next < found.length && (found[next] as number) < from * count) next += 1;
      for (let at = next; at < found.length && (found[at] as number) < to * count; at += 1) tell(found[at] as number, to, onHit);
      return;
    }
    piece(text, from, to);
    if (hits.length === 0) return;
    for (const hit of inOrder(hits)) if (hit >= from * count) tell(hit, to, onHit);
    hits.length = 0;
  };

  function tell(hit: number, to: number, onHit: (id: number) => void): void {
    const id = hit % count;
    if ((hit - id) / count + (words[id] ?? '').length <= to) onHit(id);
  }
}

/** By place, and at one place in the order of the list. */
const inOrder = (hits: readonly number[]): number[] => (hits.length > 1 ? [...hits].sort((a, b) => a - b) : [...hits]);

/** A keyword that begins so many characters before the place at which its characters were looked up. */
interface Entry {
  readonly id: number;
  readonly back: number;
}

function tableOf(words: readonly string[]): { readonly isThere: Int32Array; readonly entries: ReadonlyMap<number, readonly Entry[]> } {
  const isThere = new Int32Array(1 << (BITS - 5));
  const entries = new Map<number, Entry[]>();
  const enter = (hash: number, entry: Entry) => {
    isThere[hash >> 5] = (isThere[hash >> 5] ?? 0) | (1 << (hash & 31));
    const there = entries.get(hash);
    if (there === undefined) entries.set(hash, [entry]);
    else if (!there.some(({ id, back }) => id === entry.id && back === entry.back)) there.push(entry);
  };
  words.forEach((word, id) => {
    const [first = 0, second = 0, third = 0] = [0, 1, 2].map((at) => word.charCodeAt(at));
    for (const parity of [0, 1]) {
      const back = rarestPlace(word, parity);
      if (back !== null) enter(hashOf(word.charCodeAt(back), word.charCodeAt(back + 1), word.charCodeAt(back + 2), word.charCodeAt(back + 3)), { id, back });
      // Too short for four of its characters at such a place: any character after its first three, or before them.
      else if (parity === 0) for (let any = 0; any < 256; any += 1) enter(hashOf(first, second, third, any), { id, back: 0 });
      else for (let any = 0; any < 32; any += 1) enter(hashOf(any, first, second, third), { id, back: -1 });
    }
  });
  return { isThere, entries };
}

// Roughly how often a character stands in a thousand of a log; of the rest one.
const OFTEN: Readonly<Record<string, number>> = {
  ' ': 120, e: 80, t: 60, a: 55, s: 55, o: 50, i: 50, n: 50, r: 50, l: 30, d: 30, c: 30, p: 25, m: 20, u: 20, g: 15, h: 15, '.': 15, '/': 15, f: 12, b: 10, ':': 10, '-': 10, _: 8,
  y: 8, k: 8, w: 8, v: 8, 0: 10, 1: 10, 2: 8, 3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 5, 9: 5,
};

/** Which four characters of the keyword, counted from its start in steps of two, are the rarest: the fewest places are looked at twice. */
function rarestPlace(word: string, parity: number): number | null {
  let place: number | null = null;
  let least = Infinity;
  for (let at = parity; at + 4 <= word.length; at += 2) {
    const often = Array.from({ length: 4 }, (_, next) => OFTEN[word.charAt(at + next).toLowerCase()] ?? 1).reduce((all, one) => all * one);
    if (often >= least) continue;
    least = often;
    place = at;
  }
  return place;
}

/** The last eight bits of a character, the same for both cases. */
const low = (code: number): number => (code & 0xff) | 32;

const hashOf = (first: number, second: number, third: number, fourth: number): number => ((low(first) << 15) ^ (low(second) << 10) ^ (low(third) << 5) ^ low(fourth)) & MASK;

function startsFolded(line: string, word: string, from: number): boolean {
  if (from + word.length > line.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    const code = line.charCodeAt(from + at);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== word.charCodeAt(at)) return false;
  }
  return true;
}
