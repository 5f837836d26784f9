const LETTER = 1; // \w . -
const PATH = 2; // @ /
const COLON = 4;
const NAME = LETTER | PATH;
const TASK = LETTER | COLON;
const LONGEST = { name: 80, task: 40, service: 60, blanks: 20 };
const [SPACE, BAR, OPENS, CLOSES, COLON_CODE, DIGIT_0, DIGIT_9] = [32, 124, 91, 93, 58, 48, 57] as const;
let table: Uint8Array | null = null; // made for the first line that may have a prefix

/**
 * Where the line goes on behind the name of a package, a service or a task; 0 where no such name begins it.
 * pnpm -r and turbo: `packages/a test: `, `@scope/a:test: `; docker compose: `web-1  | `; a task is never all digits
 * (`a.py:1: error`); concurrently: `[web] `, `[0] `.
 */
export function packageEnd(line: string): number {
  if (line.charCodeAt(0) === OPENS) {
    const end = runEnd(line, 1, NAME | COLON);
    return end > 1 && end - 1 <= LONGEST.task && line.charCodeAt(end) === CLOSES && line.charCodeAt(end + 1) === SPACE ? end + 2 : 0;
  }
  const end = runEnd(line, 0, NAME);
  if (end === 0 || end > LONGEST.name) return 0;
  const next = line.charCodeAt(end);
  if (next === SPACE) return taskEnd(line, end + 1) || serviceEnd(line, end);
  return next === COLON_CODE && !isNumber(line, end + 1) ? taskEnd(line, end + 1, LETTER) : 0;
}

/** `test: `, with colons of its own where a blank stands before it. */
function taskEnd(line: string, from: number, kinds = TASK): number {
  const end = runEnd(line, from, kinds) - (kinds === TASK ? 1 : 0);
  return end > from && end - from <= LONGEST.task && line.charCodeAt(end) === COLON_CODE && line.charCodeAt(end + 1) === SPACE ? end + 2 : 0;
}

/** `web-1  | `. */
function serviceEnd(line: string, to: number): number {
  if (to > LONGEST.service || runEnd(line, 0, LETTER) !== to) return 0;
  let at = to;
  while (line.charCodeAt(at) === SPACE && at - to <= LONGEST.blanks) at += 1;
  return at - to <= LONGEST.blanks && line.charCodeAt(at) === BAR && line.charCodeAt(at + 1) === SPACE ? at + 2 : 0;
}

function isNumber(line: string, from: number): boolean {
  let at = from;
  while (line.charCodeAt(at) >= DIGIT_0 && line.charCodeAt(at) <= DIGIT_9) at += 1;
  return at > from && line.charCodeAt(at) === COLON_CODE;
}

/** Where characters of other kinds begin; no further than any name may reach. */
function runEnd(line: string, from: number, wanted: number): number {
  const most = Math.min(line.length, from + LONGEST.name + 2);
  const known = (table ??= kinds());
  let at = from;
  while (at < most && ((known[line.charCodeAt(at)] ?? 0) & wanted) !== 0) at += 1;
  return at;
}

function kinds(): Uint8Array {
  const made = new Uint8Array(128);
  for (let code = 0; code < made.length; code += 1) {
    const char = String.fromCharCode(code);
    made[code] = /[\w.-]/.test(char) ? LETTER : /[@/]/.test(char) ? PATH : char === ':' ? COLON : 0;
  }
  return made;
}
