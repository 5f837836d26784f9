const SHORTEST = 3;
const MOST = 60;

/** Plain words, one of which stands in every text that the pattern matches, in lower case where it ignores case; null where none are sure. */
export function needleWords({ source, flags }: RegExp): readonly string[] | null {
  const { words } = alternativesAt(source, 0);
  if (!words || words.length > MOST) return null;
  return [...new Set(flags.includes('i') ? words.map((word) => word.toLowerCase()) : words)];
}

/** For each alternative of a pattern that ignores case: a word of it in lower case, or itself where none is sure. */
export function anchorsOf({ source }: RegExp): readonly (string | RegExp)[] {
  return alternativesIn(source).flatMap<string | RegExp>((one) => {
    const { words } = alternativesAt(one, 0, 2);
    // `\brm\b`: without its edges so short a word stands in many others.
    return words && (shortest(words) > 3 || !one.includes('\\')) ? words.map((word) => word.toLowerCase()) : [new RegExp(one, 'i')];
  });
}

/** The alternatives at the top of a pattern. */
function alternativesIn(source: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (char === '\\') at += 1;
    else if (char === '[') at = classEnd(source, at);
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === '|' && depth === 0) {
      parts.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, source.slice(from)];
}

/** Words of the alternatives from `from` to the closing bracket: each alternative must have some. `end` is the bracket. */
function alternativesAt(source: string, from: number, least = SHORTEST): { words: string[] | null; end: number } {
  let at = from;
  let all: string[] | null = [];
  let best: string[] | null = null;
  let run = '';
  const take = (words: string[] | null) => {
    if (words && shortest(words) > (best ? shortest(best) : least - 1)) best = words;
  };
  const cut = () => {
    take([run]);
    run = '';
  };
  const next = () => {
    cut();
    all = best && all ? [...all, ...best] : null;
    best = null;
  };
  while (at < source.length && source[at] !== ')') {
    const plain = plainEnd(source, at);
    if (plain > at) {
      // A quantifier belongs to the last character alone.
      const end = QUANTIFIERS.has(source[plain] ?? '') ? plain - 1 : plain;
      run += source.slice(at, end);
      at = end;
      if (end === plain) continue;
    }
    const char = source[at] ?? '';
    if (char === '|') {
      next();
      at += 1;
    } else if (char === '(') {
      cut();
      const head = /^\((?:\?(?:[:=!]|<[=!]|<\w{1,40}>))?/.exec(source.slice(at, at + 44))?.[0] ?? '(';
      const inner = alternativesAt(source, at + head.length, least);
      at = inner.end + 1;
      // What only stands around a match may lie outside of it, but a look ahead is text too; to be sure, neither counts.
      if (!head.endsWith('=') && !head.endsWith('!') && !isOptional(source, at)) take(inner.words);
    } else if (char === '[') {
      cut();
      at = classEnd(source, at) + 1;
    } else {
      const literal = literalAt(source, at);
      at += literal.length;
      if (literal.value === null) cut();
      else if (!isOptional(source, at)) run += literal.value;
      else cut();
      // Repeated: what follows does not stand right behind a single one.
      if (QUANTIFIERS.has(source[at] ?? '')) cut();
    }
    at = behindQuantifier(source, at);
  }
  next();
  return { words: all, end: at };
}

/** Behind the letters, digits, blanks and low lines from here on: most of a pattern. */
function plainEnd(source: string, from: number): number {
  for (let at = from; ; at += 1) {
    const code = source.charCodeAt(at);
    if (!((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 32)) return at;
  }
}

/** Where the bracket of a character class closes. */
function classEnd(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at;
}

/** One character that stands for itself, or null for a class, an edge or any other escape. */
function literalAt(source: string, at: number): { value: string | null; length: number } {
  const char = source[at] ?? '';
  if (char !== '\\') return { value: EDGES.has(char) ? null : char, length: 1 };
  const escaped = source[at + 1] ?? '';
  const length = LONG_ESCAPES.has(escaped) ? (LONG_ESCAPE.exec(source.slice(at, at + 44))?.[0].length ?? 2) : 2;
  return { value: /[\w\s]/.test(escaped) ? null : escaped, length };
}
const EDGES: ReadonlySet<string> = new Set('.^$');
const LONG_ESCAPES: ReadonlySet<string> = new Set('xupPkc');
const LONG_ESCAPE = /^\\(?:x[\da-f]{2}|u[\da-f]{4}|[pP]\{[^}]{1,40}\}|k<\w{1,40}>|c[a-z])/i;

function isOptional(source: string, at: number): boolean {
  const char = source[at];
  return char === '?' || char === '*' || (char === '{' && source[at + 1] === '0');
}

function behindQuantifier(source: string, at: number): number {
  const char = source[at] ?? '';
  if (!QUANTIFIERS.has(char)) return at;
  return at + (/^(?:[+*?]|\{\d{1,6}(?:,\d{0,6})?\})\??/.exec(source.slice(at, at + 18))?.[0].length ?? 0);
}
const QUANTIFIERS: ReadonlySet<string> = new Set('+*?{');

function shortest(words: readonly string[]): number {
  return words.reduce((least, word) => Math.min(least, word.length), Number.MAX_SAFE_INTEGER);
}
