import type { DiffFile, DiffLine, TextSpan, WholeFile } from '../../../model/index.js';
import { codeOf } from '../sides.js';

const RETURN = 13;

/**
 * The code of the lines of a file that is known as a whole. Null where the file is not the one that the diff speaks of, or
 * where `read` cannot say what its comments and strings are. Context is read on the new side.
 */
export function wholeCodes(file: DiffFile, { old, now }: WholeFile, read: (text: string) => readonly TextSpan[] | null): Map<DiffLine, string> | null {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const isNow = (line: DiffLine) => line.side !== 'removed';
  const codes = new Map<DiffLine, string>();
  const hasBoth = fill(lines.filter(isNow), now, read, codes) && fill(lines.filter((line) => !isNow(line)), old, read, codes);
  return hasBoth ? codes : null;
}

/** False where a line does not stand at its place. */
function fill(lines: readonly DiffLine[], text: string | null, read: (text: string) => readonly TextSpan[] | null, codes: Map<DiffLine, string>): boolean {
  if (lines.length === 0) return true;
  const spans = text === null ? null : read(text);
  if (text === null || spans === null) return false;
  const starts = startsOf(text);
  let next = 0;
  for (const line of lines) {
    const start = starts[line.at - 1];
    if (start === undefined || !isLineAt(text, start, line.text)) return false;
    while ((spans[next]?.end ?? Infinity) <= start) next += 1;
    codes.set(line, codeOf(line.text, start, spans, next));
  }
  return true;
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function isLineAt(text: string, start: number, line: string): boolean {
  if (!text.startsWith(line, start)) return false;
  const end = start + line.length;
  return end === text.length || text.charCodeAt(end) === 10 || (text.charCodeAt(end) === RETURN && (end + 1 === text.length || text.charCodeAt(end + 1) === 10));
}
