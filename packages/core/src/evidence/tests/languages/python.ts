import { type Head, type HeadReader, MOST_HEADS } from '../head.js';
import { argumentsIn, behind, lineIndexAt, type Piece } from '../piece.js';

const DEF = /^([ \t]{0,80})(?:(class)|(?:async[ \t]{1,4})?def)[ \t]{1,4}(\w{1,200})/gm;
const GROUP = /^Test|Tests?$|TestCase$/;
const TEST = /^test/;

/** pytest and unittest. */
export const pythonHeads: HeadReader = (piece) => {
  const heads: Head[] = [];
  for (const match of piece.code.matchAll(DEF)) {
    if (heads.length >= MOST_HEADS) break;
    const [, indent = '', isClass, name = ''] = match;
    if (isClass !== undefined && !GROUP.test(name)) continue;
    heads.push(headOf(piece, match.index, indent, isClass !== undefined, name));
  }
  return heads;
};

function headOf(piece: Piece, at: number, indent: string, isClass: boolean, name: string): Head {
  const { code } = piece;
  const line = lineIndexAt(piece, at);
  const open = code.indexOf('(', at);
  const lineEnd = endOfLine(code, at);
  const signature = open >= 0 && open < lineEnd ? behind(piece, open) : at;
  const colon = code.indexOf(':', signature);
  const bodyFrom = colon < 0 ? code.length : colon + 1;
  const { to, isClosed } = endOfBlock(piece, bodyFrom, indent.length);
  const from = decoratorsFrom(piece, line, indent.length);
  return { kind: isClass ? 'group' : TEST.test(name) ? 'test' : 'function', name, from, at, bodyFrom, bodyTo: to, isClosed, ...tablesOf(piece, from, at) };
}

function endOfBlock(piece: Piece, from: number, indent: number): { to: number; isClosed: boolean } {
  const { lines, starts, depths, code } = piece;
  const base = depths[lineIndexAt(piece, from)] ?? 0;
  for (let index = lineIndexAt(piece, from) + 1; index < lines.length; index += 1) {
    const text = lines[index]?.code ?? '';
    if (text.trim() === '' || (depths[index] ?? 0) > base) continue;
    if (indentOf(text) <= indent) return { to: starts[index] ?? code.length, isClosed: true };
  }
  return { to: code.length, isClosed: piece.endsFile };
}

/** The lines above that belong to it: decorators, and what they hold in brackets. */
function decoratorsFrom({ lines, starts, depths }: Piece, line: number, indent: number): number {
  let first = line;
  for (let index = line - 1; index >= 0 && line - index < 400; index -= 1) {
    const text = lines[index]?.code ?? '';
    const isInside = (depths[index] ?? 0) > (depths[line] ?? 0);
    if (isInside || /^\s*[)\]}]/.test(text)) continue;
    if (!(indentOf(text) === indent && /^\s*@/.test(text))) break;
    first = index;
  }
  return starts[first] ?? 0;
}

function tablesOf(piece: Piece, from: number, to: number): { tables: number[]; rowTexts: string[] } {
  const tables: number[] = [];
  for (const match of piece.code.slice(from, to).matchAll(/\bparametrize\s{0,4}\(/g)) {
    const [, values] = argumentsIn(piece, from + match.index + match[0].length - 1);
    if (values !== undefined) tables.push(values[0] + Math.max(0, piece.code.slice(values[0], values[1]).search(/\S/)));
  }
  return { tables, rowTexts: [] };
}

function endOfLine(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
