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
  const fourth: number[] = [0];
  const fifth: number[] = [0];
  const table = new Uint16Array(1 << BITS);
  words.forEach((word, id) => {
    const hash = hashOf(word);
    if (table[hash] === 0) {
      table[hash] = buckets.push([]) - 1;
      fourth.push(0);
      fifth.push(0);
    }
    const bucket = table[hash] ?? 0;
    buckets[bucket]?.push(id);
    fourth[bucket] = (fourth[bucket] ?? 0) | bitOf(word, 3);
    fifth[bucket] = (fifth[bucket] ?? 0) | bitOf(word, 4);
  });
  return (line, onHit) => {
    let hash = 0;
    for (let at = 0; at < line.length; at += 1) {
      hash = ((hash << 5) ^ (line.charCodeAt(at) | 32)) & MASK;
      const bucket = table[hash];
      if (bucket === 0 || bucket === undefined || at < 2) continue;
      // Most places where three characters agree are ruled out by the next two.
      if (((fourth[bucket] ?? 0) & (1 << (line.charCodeAt(at + 1) & 31))) === 0 || ((fifth[bucket] ?? 0) & (1 << (line.charCodeAt(at + 2) & 31))) === 0) continue;
      for (const id of buckets[bucket] ?? []) {
        const word = words[id] ?? '';
        const found = id < exact ? line.startsWith(word, at - 2) : startsFolded(line, word, at - 2);
        if (found) onHit(id);
      }
    }
  };
}

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
