/** Codes from 0 to 127, and OTHER for every character beyond. */
export const OTHER = 128;

const DIGITS = range(48, 57);
const WORDS = [...DIGITS, ...range(65, 90), 95, ...range(97, 122)];
const SPACES = [9, 10, 11, 12, 13, 32, OTHER];
const known = new Map<string, ReadonlySet<number> | null>();

/**
 * The characters with which a line can begin that the pattern matches; null when that cannot be told. Reads only what the
 * tables of this folder use: anchors, literals, classes, groups and quantifiers. What it does not understand is null.
 */
export function firstCharacters({ source, flags }: RegExp): ReadonlySet<number> | null {
  let first = known.get(source);
  if (first === undefined) {
    first = flags.includes('i') ? null : ofAlternatives(source, true);
    known.set(source, first);
  }
  return first;
}

function ofAlternatives(source: string, isOutermost: boolean): Set<number> | null {
  const all = new Set<number>();
  for (const alternative of split(source)) {
    const isAnchored = alternative.startsWith('^');
    if (isOutermost && !isAnchored) return null;
    const first = ofSequence(isAnchored ? alternative.slice(1) : alternative);
    if (first === null) return null;
    for (const code of first) all.add(code);
  }
  return all;
}

function ofSequence(source: string): Set<number> | null {
  const all = new Set<number>();
  let at = 0;
  while (at < source.length) {
    const end = endOfAtom(source, at);
    const codes = ofAtom(source.slice(at, end));
    if (codes === null) return null;
    for (const code of codes) all.add(code);
    const next = source[end];
    const isOptional = next === '?' || next === '*' || source.startsWith('{0,', end);
    if (!isOptional) return all;
    at = next === '{' ? source.indexOf('}', end) + 1 : end + 1;
    if (source[at] === '?') at += 1;
  }
  return null; // everything was optional
}

function ofAtom(atom: string): Iterable<number> | null {
  switch (atom[0]) {
    case '.':
    case '$':
      return null;
    case '\\':
      return ofEscape(atom[1] ?? '');
    case '[':
      return ofClass(atom.slice(1, -1));
    case '(':
      if (/^\(\?(?:[=!]|<[=!])/.test(atom)) return null;
      return ofAlternatives(atom.slice(/^\((?:\?(?::|<\w+>))?/.exec(atom)?.[0].length ?? 1, -1), false);
    default:
      return [codeOf(atom)];
  }
}

function ofEscape(letter: string): readonly number[] | null {
  if (letter === 'd') return DIGITS;
  if (letter === 'w') return WORDS;
  if (letter === 's') return SPACES;
  if (letter === 't') return [9];
  return /[A-Za-z0-9]/.test(letter) ? null : [codeOf(letter)];
}

function ofClass(body: string): readonly number[] | null {
  if (body.startsWith('^')) return null;
  const codes: number[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const isEscape = body[at] === '\\';
    if (isEscape) at += 1;
    const letter = body[at] ?? '';
    const found = isEscape ? ofEscape(letter) : [codeOf(letter)];
    if (found === null) return null;
    if (!isEscape && body[at + 1] === '-' && at + 2 < body.length) {
      codes.push(...range(codeOf(letter), codeOf(body[at + 2] ?? '')));
      at += 2;
    } else codes.push(...found);
  }
  return codes;
}

/** Cuts at `|` outside of groups and classes. */
function split(source: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < source.length; at = endOfAtom(source, at)) {
    if (source[at] !== '|') continue;
    parts.push(source.slice(from, at));
    from = at + 1;
  }
  parts.push(source.slice(from));
  return parts;
}

function endOfAtom(source: string, from: number): number {
  if (source[from] === '\\') return from + 2;
  if (source[from] !== '[' && source[from] !== '(') return from + 1;
  let depth = 0;
  let inClass = false;
  for (let at = from; at < source.length; at += 1) {
    const letter = source[at];
    if (letter === '\\') at += 1;
    else if (inClass) inClass = letter !== ']';
    else if (letter === '[') inClass = true;
    else if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    if (depth === 0 && !inClass) return at + 1;
  }
  return source.length;
}

const codeOf = (letter: string): number => Math.min(letter.codePointAt(0) ?? OTHER, OTHER);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
