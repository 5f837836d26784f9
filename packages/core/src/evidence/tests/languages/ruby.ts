import type { HeadReader } from '../head.js';
import { type Head, MOST_HEADS, stringAt } from '../head.js';
import type { Piece } from '../piece.js';

const LINE = /^([ \t]{0,80})(?:(?:RSpec\.)?(describe|context|feature|fdescribe|xdescribe|fcontext|xcontext)|(it|its|specify|example|scenario|fit|xit|fspecify|xspecify|fexample|xexample|fscenario|xscenario|test|property)|def[ \t]{1,4}(?:self\.)?(\w{1,120}[?!]?)|defp?[ \t]{1,4}(\w{1,120}))(?=[ \t({]|$)(.*)$/;

/** RSpec, Minitest, Rails, test-unit; ExUnit has the same shape. */
export const rubyHeads: HeadReader = (piece) => {
  const heads: Head[] = [];
  for (const [index, line] of piece.lines.entries()) {
    if (heads.length >= MOST_HEADS) break;
    if (line.code.length > 1_000) continue;
    const match = LINE.exec(line.code);
    if (match !== null) heads.push(headOf(piece, index, match));
  }
  return heads;
};

function headOf(piece: Piece, index: number, match: RegExpExecArray): Head {
  const { lines, starts, code } = piece;
  const [, indent = '', group, , def, other] = match;
  const start = starts[index] ?? 0;
  const lineEnd = start + (lines[index]?.text.length ?? 0);
  const rest = start + match[0].length - (match[6]?.length ?? 0);
  const name = def ?? other ?? titleOf(piece, rest, lineEnd);
  const isOneLine = def === undefined && other === undefined && !/\bdo\b/.test(match[6] ?? '');
  const end = isOneLine ? { to: lineEnd, isClosed: true } : endOf(piece, index, indent.length);
  return {
    kind: group !== undefined ? 'group' : def === undefined && other === undefined ? 'test' : /^test_/.test(name) ? 'test' : 'function',
    name, from: tagsFrom(piece, index), at: start + indent.length, bodyFrom: rest, bodyTo: Math.min(end.to, code.length), isClosed: end.isClosed, tables: [], rowTexts: [],
  };
}

function titleOf(piece: Piece, from: number, to: number): string {
  const quote = piece.text.slice(from, to).search(/["']/);
  if (quote < 0) return piece.text.slice(from, to).replace(/\bdo\b.*$/, '').trim();
  const open = from + quote;
  const mark = piece.text[open] ?? '"';
  const close = piece.code.indexOf(mark, open + 1);
  return stringAt(piece, open, close < 0 || close > to ? to : close + 1);
}

/** `end` in the column of the head. */
function endOf({ lines, starts, code, endsFile }: Piece, index: number, indent: number): { to: number; isClosed: boolean } {
  for (let next = index + 1; next < lines.length; next += 1) {
    const text = lines[next]?.code ?? '';
    if (text.trim() !== '' && text.length - text.trimStart().length <= indent) return { to: (starts[next] ?? 0) + text.length, isClosed: true };
  }
  return { to: code.length, isClosed: endsFile };
}

/** ExUnit's `@tag :skip` stands above. */
function tagsFrom({ lines, starts }: Piece, index: number): number {
  let first = index;
  while (first > 0 && /^\s*@(?:tag|moduletag|describetag)\b/.test(lines[first - 1]?.code ?? '')) first -= 1;
  return starts[first] ?? 0;
}
