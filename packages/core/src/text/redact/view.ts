import { Pieces } from '../pieces.js';

/** A text without colour codes, so that a code inside a secret does not hide it. Offsets lead back to the original. */
export interface View {
  readonly text: string;
  /** Original offset of the character that stands at `at`, behind any code before it. */
  startOf(at: number): number;
  /** Original offset right behind the character before `at`. */
  endOf(at: number): number;
}

/** ECMA-48 control sequences and window titles, raw or as JSON, shells and C write the escape character. */
const CODE =
  /(?:\x1b\[|\x9b|\\u001[bB]\[|\\x1[bB]\[|\\033\[|\\e\[)[0-?]{0,32}[ -/]{0,4}[@-~]|\x1b\][^\x07\x1b\n]{0,512}(?:\x07|\x1b\\)|\x1b[@-Z\\^_]/g;
/** The same at one place: raw codes are found by their escape character, which is quicker. */
const CODE_HERE = new RegExp(CODE.source, 'y');
const MAYBE = ['\x1b', '\x9b', '\\u001', '\\x1', '\\033[', '\\e['] as const;

export function plainView(text: string): View {
  if (!MAYBE.some((mark) => text.includes(mark))) return { text, startOf: same, endOf: same };
  const pieces = new Pieces();
  const starts: number[] = [0]; // view offset where each kept part begins
  const shifts: number[] = [0]; // what was cut before it
  let from = 0;
  let length = 0;
  const written = MAYBE.slice(1).some((mark) => text.includes(mark));
  for (let at = written ? 0 : text.indexOf('\x1b'); at >= 0 && at < text.length; at = written ? from : text.indexOf('\x1b', Math.max(from, at + 1))) {
    const pattern = written ? CODE : CODE_HERE;
    pattern.lastIndex = at;
    // Raw codes are many: each stands where it is looked for, and no match has to be made of it.
    const match = written ? pattern.exec(text) : null;
    if (written ? match === null : !pattern.test(text)) {
      if (written) break;
      continue;
    }
    const start = match?.index ?? at;
    pieces.push(text.slice(from, start));
    length += start - from;
    from = pattern.lastIndex;
    starts.push(length);
    shifts.push(from - length);
  }
  pieces.push(text.slice(from));
  const shiftAt = (at: number, open: boolean): number => shifts[lastBefore(starts, at, open)] ?? 0;
  return { text: pieces.text(), startOf: (at) => at + shiftAt(at, false), endOf: (at) => at + shiftAt(at, true) };
}

function same(at: number): number {
  return at;
}

/** Index of the last start that is at most `at` (`open`: below it). */
function lastBefore(starts: readonly number[], at: number, open: boolean): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const start = starts[middle] ?? 0;
    if (open ? start < at : start <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
