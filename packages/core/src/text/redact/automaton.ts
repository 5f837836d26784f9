/** Finds many words in one pass, whatever their case. Transitions are worked out when first taken, so building is cheap. */
export interface Automaton {
  /** Calls `found` with the word's number and the offset behind it; it answers where to go on (at or behind that offset). */
  run(text: string, found: (word: number, end: number) => number): void;
}

/** Tables hold numbers plus one, so that fresh memory means "not worked out yet" and is never touched. */
const UNKNOWN = -1;
const SILENT: readonly number[] = [];

/** Words are ASCII; letters match in both cases. */
export function automatonOf(words: readonly string[]): Automaton {
  const folded = words.map((word) => word.toLowerCase());
  const classes = new Uint8Array(128);
  let width = 1; // class 0: a character of no word
  for (const word of folded) {
    for (let at = 0; at < word.length; at += 1) {
      const code = word.charCodeAt(at);
      if (classes[code] === 0) classes[code] = width++;
    }
  }
  for (let code = 65; code <= 90; code += 1) classes[code] = classes[code + 32] ?? 0;

  const room = folded.reduce((sum, word) => sum + word.length, 1);
  const table = room > 32_000 ? new Int32Array(room * width) : new Int16Array(room * width);
  const parent = new Int32Array(room);
  const via = new Uint8Array(room);
  const fails = new Int32Array(room);
  const own = new Map<number, number[]>();
  const says: (readonly number[] | undefined)[] = [];
  let nodes = 1;
  folded.forEach((word, number) => {
    let node = 0;
    for (let at = 0; at < word.length; at += 1) {
      const slot = node * width + (classes[word.charCodeAt(at)] ?? 0);
      let next = (table[slot] ?? 0) - 1;
      if (next === UNKNOWN) {
        next = nodes++;
        table[slot] = next + 1;
        parent[next] = node;
        via[next] = classes[word.charCodeAt(at)] ?? 0;
      }
      node = next;
    }
    const list = own.get(node);
    if (list === undefined) own.set(node, [number]);
    else list.push(number);
  });
  fails[0] = 1;
  says[0] = SILENT;

  // Recursion is as deep as the longest word.
  const step = (node: number, kind: number): number => {
    const slot = node * width + kind;
    const known = (table[slot] ?? 0) - 1;
    if (known !== UNKNOWN) return known;
    const next = node === 0 ? 0 : step(failOf(node), kind);
    table[slot] = next + 1;
    return next;
  };
  const failOf = (node: number): number => {
    const known = (fails[node] ?? 0) - 1;
    if (known !== UNKNOWN) return known;
    const up = parent[node] ?? 0;
    const fail = up === 0 ? 0 : step(failOf(up), via[node] ?? 0);
    fails[node] = fail + 1;
    return fail;
  };
  const wordsAt = (node: number): readonly number[] => {
    const known = says[node];
    if (known !== undefined) return known;
    const mine = own.get(node);
    const shorter = wordsAt(failOf(node));
    const all = mine === undefined ? shorter : [...mine, ...shorter];
    says[node] = all;
    return all;
  };

  return {
    run(text, found) {
      let node = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        const kind = code < 128 ? (classes[code] ?? 0) : 0;
        if (kind === 0) {
          node = 0;
          continue;
        }
        const next = (table[node * width + kind] ?? 0) - 1;
        node = next === UNKNOWN ? step(node, kind) : next;
        const said = says[node] ?? wordsAt(node);
        if (said.length === 0) continue;
        let resume = at + 1;
        for (const word of said) resume = Math.max(resume, found(word, at + 1));
        if (resume > at + 1) {
          node = 0;
          at = resume - 1;
        }
      }
    },
  };
}
