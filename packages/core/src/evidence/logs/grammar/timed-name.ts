const TIME = /^[\d.]{1,12} ?(?:ms|s|m|µs)$/;
const LONGEST = 16;

/** A test's name without the time that a runner puts behind it: `adds 12ms`, `adds (1.5 s)`. Looks at the end only: every passed test goes through here. */
export function withoutTime(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  // s, m, )
  if (last !== 115 && last !== 109 && last !== 41) return text;
  const from = last === 41 ? text.lastIndexOf(' (') : text.lastIndexOf(' ');
  if (from <= 0 || text.length - from > LONGEST) return text;
  const time = last === 41 ? text.slice(from + 2, -1) : text.slice(from + 1);
  if (!TIME.test(time)) return text;
  return text.charCodeAt(from - 1) === 32 ? text.slice(0, from - 1) : text.slice(0, from);
}
