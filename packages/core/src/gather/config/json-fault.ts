/** Nobody nests a configuration so; what walks it in calls would run out of stack. */
const DEEPEST = 64;
const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g;

/**
 * What a valid JSON text says that JSON.parse takes in silence and nobody can mean: a key twice in an object (the last one
 * wins), a number beyond all numbers, or nesting without end. In one sentence, with line and column from 1; null for none.
 */
export function faultIn(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const keys = open.at(-1) ?? null;
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      if (open.length > DEEPEST) return `it is nested more than ${DEEPEST} deep at ${placeOf(text, match.index)}`;
      isKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isKey = false;
    } else if (token === ',') isKey = keys !== null;
    else if (token === ':') isKey = false;
    else if (token.startsWith('"')) {
      if (!isKey || keys === null) continue;
      const key = String(JSON.parse(token));
      if (keys.has(key)) return `the key \`${key.slice(0, 80)}\` stands twice in an object, again at ${placeOf(text, match.index)}: keep one of them`;
      keys.add(key);
    } else if (/^-?\d/.test(token) && !Number.isFinite(Number(token))) return `the number at ${placeOf(text, match.index)} is larger than any that can be read`;
  }
  return null;
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at);
  return `line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`;
}
