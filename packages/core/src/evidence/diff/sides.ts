import type { DiffLine, Hunk, TextSpan } from '../../model/index.js';

/** One side of a hunk as text: its lines, and where each begins. */
export interface Side {
  readonly lines: readonly DiffLine[];
  readonly text: string;
  /** Context belongs to the new side where both are read. */
  readonly hasContext: boolean;
}

/** The sides that have to be read so that every line of the hunk is in one; context is read on the new side. */
export function sidesOf(hunk: Hunk): Side[] {
  const now = hunk.lines.filter((line) => line.side !== 'removed');
  const old = hunk.lines.filter((line) => line.side !== 'added');
  if (old.length === hunk.lines.length) return [sideOf(old, true)];
  return now.length === hunk.lines.length ? [sideOf(now, true)] : [sideOf(now, true), sideOf(old, false)];
}

/** The code of each line that the spans touch: blanks of the same length stand for what a span covers. */
export function blanked(side: Side, spans: readonly TextSpan[], codes: Map<DiffLine, string>): void {
  let next = 0;
  let start = 0;
  for (const line of side.lines) {
    const end = start + line.text.length;
    while ((spans[next]?.end ?? Infinity) <= start) next += 1;
    const code = codeOf(line.text, start, spans, next);
    if (code !== line.text && (side.hasContext || line.side !== 'context')) codes.set(line, code);
    start = end + 1;
  }
}

/** One line that begins at `start`; `from` is the first span that may reach it. Blanks of the same length stand for what a span covers. */
export function codeOf(line: string, start: number, spans: readonly TextSpan[], from: number): string {
  const end = start + line.length;
  let code = '';
  let at = start;
  for (let index = from; ; index += 1) {
    const span = spans[index];
    if (span === undefined || span.start >= end) break;
    const [first, behind] = [Math.max(span.start, at), Math.min(span.end, end)];
    code += line.slice(at - start, first - start) + ' '.repeat(Math.max(0, behind - first));
    at = Math.max(at, behind);
  }
  return at === start ? line : code + line.slice(at - start);
}

function sideOf(lines: readonly DiffLine[], hasContext: boolean): Side {
  return { lines, text: lines.map((line) => line.text).join('\n'), hasContext };
}
