const NUMBER = String.raw`(-?\d[\d_]{0,20}(?:\.\d{0,20})?(?:[eE][-+]?\d{1,3})?)`;
const NAMED = new RegExp(String.raw`\b(?:abs|abs_tol|rel|rel_tol|atol|rtol|delta|epsilon|max_relative|tolerance|eps|margin)\s{0,2}[=:]\s{0,2}${NUMBER}`);
const DIGITS = new RegExp(String.raw`\b(?:places|decimal|precision|digits)\s{0,2}[=:]\s{0,2}${NUMBER}`);
const PLAIN = new RegExp(`^${NUMBER}[a-zA-Z]{0,3}$`);

/** How far the number may be off; null where the check says nothing of it. Digits become what they stand for. */
export function toleranceOf(matcher: string, args: readonly string[]): number | null {
  const all = args.join(' ').slice(0, 2_000);
  const name = matcher.replace(/[^A-Za-z]/g, '').toLowerCase();
  const named = NAMED.exec(all);
  if (named !== null && /approx|close|tol|delta|eps|almost|within|near|margin/i.test(`${all} ${name}`)) return size(named[1]);
  const digits = DIGITS.exec(all);
  if (digits !== null && /almost|equal|close|round/.test(name)) return 0.5 * 10 ** -(size(digits[1]) ?? 0);
  if (name === 'tobecloseto') return 0.5 * 10 ** -(plain(args[2]) ?? 2);
  if (/almostequal$/.test(name)) return args[2] === undefined ? 0.5e-7 : 0.5 * 10 ** -(plain(args[2]) ?? 7);
  if (name === 'bewithin') return plain(args[1]);
  if (/closeto|bewithin|within|indelta|inepsilon|withdelta|near|offset/.test(name)) return plain(args[2]) ?? offset(args) ?? plain(args[1]);
  if (/^(?:assertequals|assertequal|equal|areequal)$/.test(name) && args.length >= 3) return plain(args[2]);
  if ((matcher === '<' || matcher === '<=') && /\babs\b|\.abs\(|fabs|Abs\(/.test(args[0] ?? '')) return plain(args[1]);
  return null;
}

function offset(args: readonly string[]): number | null {
  const found = /(?:within|offset|byLessThan|percentage|withPercentage)\((-?[\d.]{1,20})/.exec(args.join(' ').slice(0, 2_000));
  return found === null ? null : size(found[1]);
}

function plain(text: string | undefined): number | null {
  return text === undefined ? null : size(PLAIN.exec(text)?.[1]);
}

function size(text: string | undefined): number | null {
  const value = Number((text ?? '').replaceAll('_', ''));
  return text === undefined || Number.isNaN(value) ? null : Math.abs(value);
}
