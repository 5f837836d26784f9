const TIME = /^[\d.]{1,12} ?(?:ms|s|m|µs)$/;
const LONGEST = 16;

/** A test's name without the time that a runner puts behind it: `adds 12ms`, `adds (1.5 s)`. Looks at the end only: every passed test goes through here. */
export function withoutTime(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  // s, m, )
  if (last !== 115 && last !== 109 && last !== 41) return text;
  const from = blankBefore(text, last === 41 ? 40 : null);
  if (from <= 0) return text;
  const time = last === 41 ? text.slice(from + 2, -1) : text.slice(from + 1);
  if (!TIME.test(time)) return text;
  return text.charCodeAt(from - 1) === 32 ? text.slice(0, from - 1) : text.slice(0, from);
}

/** The last blank, or the last one before such a character, when it stands near the end; else -1. A search backwards by the engine costs ten times as much. */
function blankBefore(text: string, code: number | null): number {
  for (let at = text.length - 1; at >= 0 && text.length - at <= LONGEST; at -= 1) {
    if (text.charCodeAt(at) === 32 && (code === null || text.charCodeAt(at + 1) === code)) return at;
  }
  return -1;
}
