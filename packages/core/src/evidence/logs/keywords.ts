/** Where a keyword was found; `id` is its index in the list given to `findKeywords`. */
export interface KeywordScan {
  /** Calls `onHit` with the index of each keyword that stands in the line, once per place, in order of place. */
  (line: string, onHit: (id: number) => void): void;
}

const BITS = 15;
const MASK = (1 << BITS) - 1;

/**
 * One pass over a line for any number of keywords (three characters and more): a rolling hash of the last three
 * characters, case folded, looks up the few keywords that begin so. Some 1 ns per character, whatever the number.
 * Keywords are compared as they are; those in `folded` in any case of A–Z (they must be lower case).
 */
export function findKeywords(exact: readonly string[], folded: readonly string[]): KeywordScan {
  const words = [...exact, ...folded];
  const buckets: number[][] = [[]];
  const table = new Uint16Array(1 << BITS);
  words.forEach((word, id) => {
    if (word.length < 3) throw new Error(`keyword ${JSON.stringify(word)} is shorter than three characters`);
    const hash = hashOf(word);
    if (table[hash] === 0) table[hash] = buckets.push([]) - 1;
    buckets[table[hash] ?? 0]?.push(id);
  });
  return (line, onHit) => {
    let hash = 0;
    for (let at = 0; at < line.length; at += 1) {
      hash = ((hash << 5) ^ (line.charCodeAt(at) | 32)) & MASK;
      const bucket = table[hash];
      if (bucket === 0 || bucket === undefined || at < 2) continue;
      for (const id of buckets[bucket] ?? []) {
        const word = words[id] ?? '';
        const found = id < exact.length ? line.startsWith(word, at - 2) : startsFolded(line, word, at - 2);
        if (found) onHit(id);
      }
    }
  };
}

const hashOf = (word: string): number =>
  [0, 1, 2].reduce((hash, at) => ((hash << 5) ^ (word.charCodeAt(at) | 32)) & MASK, 0);

function startsFolded(line: string, word: string, from: number): boolean {
  if (from + word.length > line.length) return false;
  for (let at = 0; at < word.length; at += 1) {
    const code = line.charCodeAt(from + at);
    const lower = code >= 65 && code <= 90 ? code + 32 : code;
    if (lower !== word.charCodeAt(at)) return false;
  }
  return true;
}
