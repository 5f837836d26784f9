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
 * One pass over a line for any number of keywords (three characters and more): a rolling hash of the last three
 * characters, case folded, looks up the few keywords that begin so. Some 1 ns per character, whatever the number.
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
  const buckets: number[][] = [[]];
  const table = new Uint16Array(1 << BITS);
  words.forEach((word, id) => {
    const hash = hashOf(word);
    if (table[hash] === 0) table[hash] = buckets.push([]) - 1;
    buckets[table[hash] ?? 0]?.push(id);
  });
  // Most places where three characters agree are ruled out by the next two, each alone and then both together.
  const fourth = new Int32Array(buckets.length);
  const fifth = new Int32Array(buckets.length);
  const isBrief = new Uint8Array(buckets.length);
  const five = new Uint8Array(1 << FIVE);
  for (const word of words) {
    const hash = hashOf(word);
    const bucket = table[hash] ?? 0;
    fourth[bucket] = (fourth[bucket] ?? 0) | bitOf(word, 3);
    fifth[bucket] = (fifth[bucket] ?? 0) | bitOf(word, 4);
    if (word.length < 5) isBrief[bucket] = 1;
    else five[fiveOf(hash, word.charCodeAt(3) & 31, word.charCodeAt(4) & 31)] = 1;
  }
  const tellHits = (line: string, from: number, bucket: number, onHit: (id: number) => void) => {
    for (const id of buckets[bucket] ?? []) {
      const word = words[id] ?? '';
      if (id < exact ? line.startsWith(word, from) : startsFolded(line, word, from)) onHit(id);
    }
  };
  return (line, onHit) => {
    const { length } = line;
    let hash = 0;
    for (let at = 0; at < length; at += 1) {
      hash = ((hash << 5) ^ (line.charCodeAt(at) | 32)) & MASK;
      const bucket = table[hash] as number;
      if (bucket === 0 || at < 2) continue;
      const next = line.charCodeAt(at + 1) & 31;
      if (((fourth[bucket] as number) & (1 << next)) === 0) continue;
      const last = line.charCodeAt(at + 2) & 31;
      if (((fifth[bucket] as number) & (1 << last)) === 0 || (isBrief[bucket] === 0 && five[fiveOf(hash, next, last)] === 0)) continue;
      tellHits(line, at - 2, bucket, onHit);
    }
  };
}

const FIVE = 16;
// The place of five characters in a table of 64 Ki; others may share it.
const fiveOf = (hash: number, next: number, last: number): number => ((hash * 31) ^ (next << 5) ^ last) & ((1 << FIVE) - 1);

const ALL = -1;
// One bit of 32 for the character at a place of a keyword, the same for both cases; all bits where the keyword has ended.
const bitOf = (word: string, place: number): number => (word.length > place ? 1 << (word.charCodeAt(place) & 31) : ALL);

function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < 3; at += 1) hash = ((hash << 5) ^ (word.charCodeAt(at) | 32)) & MASK;
  return hash;
}

function startsFolded(line: string, word: string, from: number): boolean {
  if (from + word.length > line.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    const code = line.charCodeAt(from + at);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== word.charCodeAt(at)) return false;
  }
  return true;
}
