export interface TapPoint {
  readonly indent: number;
  readonly ok: boolean;
  /** null when the producer numbers nothing. */
  readonly number: number | null;
  readonly name: string;
  readonly directive: 'skip' | 'todo' | null;
  /** vitest writes `ok 1 - group {` and the group's own points before `}`. */
  readonly opens: boolean;
}

const LIMIT = 2000;
const POINT = /^(ok|not ok)\b(?: (\d{1,9}))?(?: (.*))?$/;
const DIRECTIVE = / # (skip|todo)\S*(?: |$)/i;
// `# time=1.2ms` (vitest, node-tap), behind it the brace of a group.
const TIME = / # time=[\d.]{1,20}m?s$/;

/** A test point of TAP 12–14, at any depth; null for any other line. */
export function readTapPoint(line: string): TapPoint | null {
  let indent = 0;
  while (line.charCodeAt(indent) === 32) indent += 1;
  const first = line.charCodeAt(indent);
  // o, n
  if (first !== 111 && first !== 110) return null;
  const [, verdict, number, rest = ''] = POINT.exec(line.slice(indent, indent + LIMIT)) ?? [];
  if (verdict === undefined) return null;
  const opens = rest.endsWith(' {');
  const text = opens ? rest.slice(0, -2) : rest;
  const hasComment = text.includes(' # ');
  const directive = hasComment ? DIRECTIVE.exec(text) : null;
  const whole = directive ? text.slice(0, directive.index) : text;
  const name = (hasComment ? whole.replace(TIME, '') : whole).slice(rest.startsWith('- ') ? 2 : 0).trim();
  return {
    indent,
    ok: verdict === 'ok',
    number: number === undefined ? null : Number(number),
    name: name === '' ? `test ${number ?? '?'}` : name.replaceAll('\\#', '#'),
    directive: directive ? (directive[1]?.toLowerCase() === 'skip' ? 'skip' : 'todo') : null,
    opens,
  };
}

// node-tap 18–21: `# { total: 4, pass: 3, fail: 1 }`
const SUMMARY = /^# \{ total: \d{1,9}[^}]{0,120}\}$/;

/** node-tap's last word by key; null for any other comment. */
export function readTapSummary(line: string): Record<string, number> | null {
  if (line.length > 200 || !SUMMARY.test(line)) return null;
  return Object.fromEntries([...line.matchAll(/(\w{3,8}): (\d{1,9})/g)].map(([, key = '', amount]) => [key, Number(amount)]));
}

const TRAILER = /^# (tests|pass|fail|cancelled|skip|skipped|todo|suites|duration_ms|ok)\b *(\d{1,9})?/;

/** A word of the producer's trailer and its number: `# fail 1`; nothing for any other comment. */
export function readTapTrailer(line: string): [word?: string, amount?: string | undefined] {
  const [, word, amount] = TRAILER.exec(line) ?? [];
  return word === undefined ? [] : [word, amount];
}

/** Where a YAML line of a failed point says that it happened. */
export function readTapPlace(line: string): { file: string; line: number } | null {
  if (line.length > LIMIT || !PLACE_KEY.test(line)) return null;
  const [, file, row] = PLACE.exec(line) ?? [];
  return file === undefined ? null : { file, line: Number(row) };
}

// node: location: '/repo/a.test.js:6:1'; vitest: at: "/repo/a.test.ts:5:52"; tape: at: Test.<anonymous> (/repo/test.js:3:22); node-tap, mocha: a frame
const PLACE_KEY = /^\s{2,60}(?:location|at|file): |^\s{2,60}(?:at )?\S{1,200} \(\S{1,500}:\d/;
const PLACE = /([^\s'"()]{1,500}):(\d{1,7}):\d{1,7}['")]{0,2}$/;
