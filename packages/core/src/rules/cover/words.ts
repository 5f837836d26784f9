/**
 * A name as spoken: words in lower case with one space between and around, so that `\b` patterns see `getNote.access.test.ts`
 * as ` get note access test ts `. Camel, snake, kebab, dots and slashes all part words. Linear.
 */
export function spoken(name: string): string {
  const parted = name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .replace(/[^A-Za-z0-9\u00C0-\uFFFF]+/g, ' ');
  return ` ${parted.trim().toLowerCase()} `;
}

/** A word without its plain endings: `permissions`, `refunded`, `refunds` and `refund` meet. Light: it never crosses to another word. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.length > 4 && /(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}

/** The stems of a name, in order, as one text with spaces around. */
export function stems(name: string): string {
  return ` ${spoken(name).trim().split(' ').map(stem).join(' ')} `;
}
