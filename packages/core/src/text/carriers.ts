import { withoutAnsi } from './ansi.js';
import { CONTROLLED, ESCAPED, RETURNED } from './line-cutter.js';
import { packageEnd } from './package-prefix.js';

// What carries a log line without being part of it. Each is taken off only at the start of a line; none joins or hides lines.

// GitLab: `00O ` and `00O+` between stamp and text (section streams since 17.0).
const GITLAB = /^\d\d[OE][ +]/;
// `[warn] `, `[error] `, `[webpack-cli] ` say what kind of line it is, not whose.
const LEVEL = /^\[(?:warn|warning|error|err|info|debug|notice|fatal|trace|log|ok|fail|pass|skip|webpack-cli|vite|rollup|nodemon|main|tester|manager|node_visitor)\] $/i;
// BuildKit: `#12 3.456 `.
const BUILDKIT = /^#\d{1,5} \d{1,6}\.\d{1,3} /;
// GitHub Actions: `##[error]`, `##[group]`; a line that only opens or closes a group keeps its words.
const MARKER = /^##\[(?:error|warning|group|command|debug|notice|section)\]/;

const BOM = 0xfeff;
const DIGIT_0 = 48;
const DIGIT_9 = 57;

/** A line of a log as its tool printed it: redraws folded to their last state, colours and CI stamps gone. `dirt`: what it may hold. */
export function withoutCarriers(line: string, dirt: number = ESCAPED | CONTROLLED | RETURNED): string {
  let text = line;
  if ((dirt & RETURNED) !== 0 && text.includes('\r')) text = lastState(text);
  if ((dirt & (ESCAPED | CONTROLLED)) !== 0) text = withoutAnsi(text, (dirt & CONTROLLED) !== 0);
  // A CI that stamps the lines of a container which stamps them as well.
  for (let left = STAMPS; left > 0 && (isDigit(text.charCodeAt(0)) || text.charCodeAt(0) === BOM); left -= 1) {
    const end = stampEnd(text);
    if (end === 0) break;
    text = text.slice(end);
    if (isDigit(text.charCodeAt(0)) && GITLAB.test(text)) text = text.slice(4);
  }
  if (text.startsWith('##[')) text = text.replace(MARKER, '');
  else if (text.startsWith('#')) text = text.replace(BUILDKIT, '');
  return text;
}

/** So many times before one line are taken off. */
const STAMPS = 3;
// GitHub Actions and GitLab: `2026-01-31T12:00:00.0000000Z `, docker logs: `2026-01-31T12:00:00.123456789Z `.
const STAMP = /\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d) ?/y;

/** Where a time ends with which the line begins, and the blank behind it; 0 where none is. A fifth of the time that going by hand takes. */
function stampEnd(text: string): number {
  STAMP.lastIndex = 0;
  return STAMP.test(text) ? STAMP.lastIndex : 0;
}

const isDigit = (code: number): boolean => code >= DIGIT_0 && code <= DIGIT_9;

/** The line behind a package or service prefix (`packages/a test: `, `web-1  | `) or Markdown's `> `; null when it has none. */
export function withoutPackage(line: string): string | null {
  const first = line.charCodeAt(0);
  // Most lines begin with a space or with a mark beyond ASCII: those have no prefix.
  if (first < 45 || first > 122) return null;
  if (first === 62) return line.length === 1 ? '' : line.charCodeAt(1) === 32 ? line.slice(2) : null;
  const end = packageEnd(line);
  return end === 0 || (first === 91 && LEVEL.test(line.slice(0, end))) ? null : line.slice(end);
}

// A terminal shows what stands after the last carriage return; an empty tail is a CRLF line end.
function lastState(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 13) end -= 1;
  const start = text.lastIndexOf('\r', end - 1);
  return text.slice(start + 1, end);
}
