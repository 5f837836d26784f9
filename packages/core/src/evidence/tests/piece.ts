import type { DiffFile, DiffLine } from '../../model/index.js';

/** One side of one hunk as text, with its brackets paired. A file that is read whole is one hunk. */
export interface Piece {
  readonly file: DiffFile;
  readonly side: 'old' | 'now';
  readonly hunk: number;
  readonly lines: readonly DiffLine[];
  readonly text: string;
  /** `text` with comments and string bodies blanked, same length. */
  readonly code: string;
  /** Offset of each line. */
  readonly starts: readonly number[];
  /** Of a bracket, the offset of its partner; -1 where there is none. */
  readonly partner: Int32Array;
  /** Of each line, how many brackets are open where it begins. */
  readonly depths: readonly number[];
  /** The piece is the whole file. */
  readonly isWhole: boolean;
  /** The file ends with it: git shows three lines behind a change where there are three. */
  readonly endsFile: boolean;
}

const OPEN = new Map([[40, 41], [91, 93], [123, 125]]);
const CLOSE = new Set([41, 93, 125]);

/** The pieces of both sides. Longer files are nobody's handwriting. */
export function piecesOf(file: DiffFile): Piece[] {
  const isWhole = file.change === 'added' || file.change === 'deleted';
  return file.hunks.flatMap(({ lines }, hunk) => {
    const old = lines.filter(({ side }) => side !== 'added');
    const now = lines.filter(({ side }) => side !== 'removed');
    const endsFile = isWhole || endsWithChange(lines);
    return [
      ...(old.length === 0 ? [] : [pieceOf(file, 'old', hunk, old, isWhole, endsFile)]),
      ...(now.length === 0 ? [] : [pieceOf(file, 'now', hunk, now, isWhole, endsFile)]),
    ];
  });
}

function pieceOf(file: DiffFile, side: Piece['side'], hunk: number, lines: readonly DiffLine[], isWhole: boolean, endsFile: boolean): Piece {
  const text = lines.map((line) => line.text).join('\n');
  const code = lines.map((line) => line.code).join('\n');
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.text.length + 1;
  }
  return { file, side, hunk, lines, text, code, starts, ...bracketsOf(code), isWhole, endsFile };
}

const CONTEXT = 3;

function endsWithChange(lines: readonly DiffLine[]): boolean {
  const first = lines.findIndex(({ side }) => side !== 'context');
  const behindLast = [...lines].reverse().findIndex(({ side }) => side !== 'context');
  return first >= CONTEXT && behindLast < CONTEXT;
}

function bracketsOf(code: string): { partner: Int32Array; depths: number[] } {
  const partner = new Int32Array(code.length).fill(-1);
  const open: number[] = [];
  const depths = [0];
  for (let at = 0; at < code.length; at += 1) {
    const char = code.charCodeAt(at);
    if (char === 10) depths.push(open.length);
    else if (OPEN.has(char)) open.push(at);
    else if (CLOSE.has(char)) {
      const from = open[open.length - 1];
      if (from === undefined || OPEN.get(code.charCodeAt(from)) !== char) continue;
      open.pop();
      partner[from] = at;
      partner[at] = from;
    }
  }
  return { partner, depths };
}

/** Index of the line that holds the offset. */
export function lineIndexAt({ starts }: Piece, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function lineAt(piece: Piece, offset: number): DiffLine {
  return piece.lines[lineIndexAt(piece, offset)] ?? NO_LINE;
}
const NO_LINE: DiffLine = { at: 0, side: 'context', text: '', code: '' };

/** Where the text behind a bracket's partner goes on; the end of the piece where the partner is not shown. */
export function behind({ partner, code }: Piece, open: number): number {
  const close = partner[open] ?? -1;
  return close < 0 ? Math.min(code.length, open + CUT_OFF) : close + 1;
}

/** How far a call is read whose end the hunk does not show. */
const CUT_OFF = 2_000;

/** Offsets of the arguments between two brackets, parted at commas of their own level. */
export function argumentsIn({ code, partner }: Piece, open: number): [from: number, to: number][] {
  const close = partner[open] ?? -1;
  const end = close < 0 ? Math.min(code.length, open + CUT_OFF) : close;
  const parts: [number, number][] = [];
  let from = open + 1;
  for (let at = from; at < end; at += 1) {
    const char = code.charCodeAt(at);
    if (OPEN.has(char)) {
      const to = partner[at] ?? -1;
      if (to > at) at = to;
    } else if (char === 44) {
      parts.push([from, at]);
      from = at + 1;
    }
  }
  if (code.slice(from, end).trim() !== '' || parts.length > 0) parts.push([from, end]);
  return parts.filter(([start, to], index) => index < parts.length - 1 || code.slice(start, to).trim() !== '');
}

/** What stands there, with its strings and without comments. A blanked stretch between quotes is a string. */
export function shownText({ text, code }: Piece, from: number, to: number): string {
  let out = '';
  for (let at = from; at < to; ) {
    if (code[at] === text[at]) {
      out += text.charAt(at);
      at += 1;
      continue;
    }
    const start = at;
    while (at < to && (code[at] === ' ' || code[at] === '\n' || code[at] === '\t')) at += 1;
    const isComment = /^(?:\/\/|\/\*|#|--)/.test(text.slice(start, start + 2)) && !/["'`]/.test(text[start - 1] ?? '');
    out += isComment ? '' : text.slice(start, at);
  }
  return out;
}

/** Text whose layout does not count. */
export function bare(text: string): string {
  return text.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\s+/g, (_, quoted: string | undefined) => quoted ?? '').replace(/,(?=[)\]}])/g, '').replace(/;+$/, '');
}
