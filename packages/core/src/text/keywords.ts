/** Where a keyword was found; `id` is its index in the list given to `findKeywords`. */
export interface KeywordScan {
  /** Calls `onHit` with the index of each keyword that stands in the line, once per place, in order of place. */
  (line: string, onHit: (id: number) => void): void;
}

const BITS = 15;
const MASK = (1 << BITS) - 1;
/** So many lines are searched keyword by keyword: a short log is read before the table would be made. */
const FEW = 24;
const SHORT = 2_000;

/**
 * One pass over a line for any number of keywords (three characters and more): a hash of three characters, case folded,
 * looks up the few keywords that hold them there. Less than 1 ns per character, whatever the number.
 * Keywords are compared as they are; those in `folded` in any case of A–Z (they must be lower case).
 */
export function findKeywords(exact: readonly string[], folded: readonly string[]): KeywordScan {
  const words = [...exact, ...folded];
  const tooShort = words.find((word) => word.length < 3);
  if (tooShort !== undefined) throw new Error(`keyword ${JSON.stringify(tooShort)} is shorter than three characters`);
  let table: KeywordScan | null = null;
  let lines = 0;
  return (line, onHit) => {
    lines += 1;
    if (table === null && lines <= FEW && line.length <= SHORT) for (const id of oneByOne(line, words, exact.length)) onHit(id);
    else (table ??= tableScan(words, exact.length))(line, onHit);
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

function tableScan(words: readonly string[], exact: number): KeywordScan {
  const count = words.length;
  const buckets: Entry[][] = [[]];
  const table = new Uint16Array(1 << BITS);
  // Most places where three characters agree are ruled out by the next two, each alone and then both together.
  const fourth: number[] = [0];
  const fifth: number[] = [0];
  const isBrief: number[] = [0];
  const five = new Uint8Array(1 << FIVE);
  const enter = (hash: number, id: number, back: number) => {
    const word = words[id] ?? '';
    if (table[hash] === 0) {
      table[hash] = buckets.push([]) - 1;
      for (const list of [fourth, fifth, isBrief]) list.push(0);
    }
    const bucket = table[hash] ?? 0;
    buckets[bucket]?.push({ id, back });
    fourth[bucket] = (fourth[bucket] ?? 0) | bitOf(word, 3 + back);
    fifth[bucket] = (fifth[bucket] ?? 0) | bitOf(word, 4 + back);
    if (word.length < 5 + back) isBrief[bucket] = 1;
    else five[fiveOf(hash, word.charCodeAt(3 + back) & 31, word.charCodeAt(4 + back) & 31)] = 1;
  };
  words.forEach((word, id) => {
    for (const parity of [0, 1]) {
      const back = rarestPlace(word, parity);
      if (back !== null) enter(hashAt(word, back), id, back);
      // Too short for three of its characters at an even place: any character, of which the hash takes five bits, and its first two.
      else for (let any = 0; any < 32; any += 1) enter(hashOf(any, word.charCodeAt(0), word.charCodeAt(1)), id, -1);
    }
  });
  const masks = [fourth, fifth, isBrief].map((list) => Int32Array.from(list)) as [Int32Array, Int32Array, Int32Array];
  return evenScan(table, masks, five, (line, at, bucket, hits) => {
    for (const { id, back } of buckets[bucket] ?? []) {
      const word = words[id] ?? '';
      const from = at - back;
      if (from >= 0 && (id < exact ? line.startsWith(word, from) : startsFolded(line, word, from))) hits.push(from * count + id);
    }
  }, count);
}

/** Looks at every second place: wherever a keyword begins, one of its two threes stands at such a place. */
function evenScan(table: Uint16Array, [fourth, fifth, isBrief]: [Int32Array, Int32Array, Int32Array], five: Uint8Array, findAt: (line: string, at: number, bucket: number, hits: number[]) => void, count: number): KeywordScan {
  const hits: number[] = [];
  return (line, onHit) => {
    const end = line.length - 2;
    let first = line.charCodeAt(0);
    for (let at = 0; at < end; at += 2) {
      const third = line.charCodeAt(at + 2);
      const hash = hashOf(first, line.charCodeAt(at + 1), third);
      first = third;
      const bucket = table[hash] as number;
      if (bucket === 0) continue;
      const next = line.charCodeAt(at + 3) & 31;
      if (((fourth[bucket] as number) & (1 << next)) === 0) continue;
      const last = line.charCodeAt(at + 4) & 31;
      if (((fifth[bucket] as number) & (1 << last)) === 0 || (isBrief[bucket] === 0 && five[fiveOf(hash, next, last)] === 0)) continue;
      findAt(line, at, bucket, hits);
    }
    if (hits.length === 0) return;
    // By place, and at one place in the order of the list.
    if (hits.length > 1) hits.sort((a, b) => a - b);
    for (const hit of hits) onHit(hit % count);
    hits.length = 0;
  };
}

/** A keyword that begins so many characters before the place at which its characters were looked up. */
interface Entry {
  readonly id: number;
  readonly back: number;
}

const FIVE = 16;
// The place of five characters in a table of 64 Ki; others may share it.
const fiveOf = (hash: number, next: number, last: number): number => ((hash * 31) ^ (next << 5) ^ last) & ((1 << FIVE) - 1);

const ALL = -1;
// One bit of 32 for the character at a place of a keyword, the same for both cases; all bits where the keyword has ended.
const bitOf = (word: string, place: number): number => (word.length > place ? 1 << (word.charCodeAt(place) & 31) : ALL);

// Roughly how often a character stands in a thousand of a log; of the rest one.
const OFTEN: Readonly<Record<string, number>> = {
  ' ': 120, e: 80, t: 60, a: 55, s: 55, o: 50, i: 50, n: 50, r: 50, l: 30, d: 30, c: 30, p: 25, m: 20, u: 20, g: 15, h: 15, '.': 15, '/': 15, f: 12, b: 10, ':': 10, '-': 10, _: 8,
  y: 8, k: 8, w: 8, v: 8, 0: 10, 1: 10, 2: 8, 3: 6, 4: 6, 5: 6, 6: 5, 7: 5, 8: 5, 9: 5,
};

/** Which three characters of the keyword, counted from its start in steps of two, are the rarest: the fewest places are looked at twice. */
function rarestPlace(word: string, parity: number): number | null {
  let place: number | null = null;
  let least = Infinity;
  for (let at = parity; at + 3 <= word.length; at += 2) {
    const often = Array.from({ length: 3 }, (_, next) => OFTEN[word.charAt(at + next).toLowerCase()] ?? 1).reduce((all, one) => all * one);
    if (often >= least) continue;
    least = often;
    place = at;
  }
  return place;
}

const hashAt = (word: string, at: number): number => hashOf(word.charCodeAt(at), word.charCodeAt(at + 1), word.charCodeAt(at + 2));

/** Of three characters, the same for both cases; of the first one the last five bits. */
const hashOf = (first: number, second: number, third: number): number => (((first | 32) << 10) ^ ((second | 32) << 5) ^ (third | 32)) & MASK;

function startsFolded(line: string, word: string, from: number): boolean {
  if (from + word.length > line.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    const code = line.charCodeAt(from + at);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== word.charCodeAt(at)) return false;
  }
  return true;
}
