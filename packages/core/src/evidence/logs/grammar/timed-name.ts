const LONGEST = 16;
const DIGITS = 12;
const [BLANK, OPENING, CLOSING, DOT, ZERO, NINE] = [32, 40, 41, 46, 48, 57];
const [M, S, MICRO] = [109, 115, 0xb5];

/**
 * A test's name without the time that a runner puts behind it: `adds 12ms`, `adds (1.5 s)`. Looks at the end only, and by hand:
 * every passed test goes through here.
 */
export function withoutTime(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  if (last !== S && last !== M && last !== CLOSING) return text;
  const from = blankBefore(text, last === CLOSING ? OPENING : null);
  if (from <= 0 || !(last === CLOSING ? isTime(text, from + 2, text.length - 1) : isTime(text, from + 1, text.length))) return text;
  return text.charCodeAt(from - 1) === BLANK ? text.slice(0, from - 1) : text.slice(0, from);
}

/** The last blank, or the last one before such a character, when it stands near the end; else -1. */
function blankBefore(text: string, code: number | null): number {
  for (let at = text.length - 1; at >= 0 && text.length - at <= LONGEST; at -= 1) {
    if (text.charCodeAt(at) === BLANK && (code === null || text.charCodeAt(at + 1) === code)) return at;
  }
  return -1;
}

/** Digits and dots, and `ms`, `s`, `m` or `µs`, perhaps behind a blank. */
function isTime(text: string, from: number, to: number): boolean {
  let at = from;
  for (let code = text.charCodeAt(at); code === DOT || (code >= ZERO && code <= NINE); code = text.charCodeAt(at)) at += 1;
  if (at === from || at - from > DIGITS) return false;
  if (text.charCodeAt(at) === BLANK) at += 1;
  const [unit, last] = [text.charCodeAt(at), text.charCodeAt(to - 1)];
  return to - at === 1 ? last === S || last === M : to - at === 2 && last === S && (unit === M || unit === MICRO);
}
