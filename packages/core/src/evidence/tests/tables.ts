import { argumentsIn, bare, behind, type Piece, shownText } from './piece.js';

/** Where rows bear a name: Go's maps, PHP's data sets. */
const KEYED: ReadonlySet<string> = new Set(['go', 'php']);
const MOST_TRIES = 100;

/** Rows of a table that opens there, without blanks. */
export function rowsAt(piece: Piece, open: number): string[] {
  if (!'([{'.includes(piece.code[open] ?? ' ')) return [];
  return argumentsIn(piece, open).map(([from, to]) => bare(shownText(piece, from, to))).filter((row) => row !== '');
}

/** Tables in a body: brackets whose first element is a bracket itself, with two rows or more. */
export function tablesIn(piece: Piece, from: number, to: number): string[] {
  const rows: string[] = [];
  const start = KEYED.has(piece.file.language ?? '') ? /\(\s{0,40}[[{(]|[[{]\s{0,40}(?:[\w.]{0,40}\s{0,4}[[{(]|["'][^"'\n]{0,200}["']\s{0,4}(?::|=>)\s{0,4}[[{(])/g : /\(\s{0,40}(?:(?:Arguments\.of|arguments)\s{0,4})?[[{(]|[[{]\s{0,40}(?:new\s{1,4})?[\w.]{0,40}\s{0,4}[[{(]/g;
  start.lastIndex = from;
  let tries = 0;
  for (let match = start.exec(piece.code); match !== null && match.index < to && tries < MOST_TRIES; match = start.exec(piece.code)) {
    tries += 1;
    const open = match.index;
    const found = (piece.partner[open] ?? -1) < 0 ? [] : rowsAt(piece, open);
    if (found.length < 2 || !found.every(isRow)) {
      start.lastIndex = open + 1;
      continue;
    }
    rows.push(...found);
    start.lastIndex = behind(piece, open);
  }
  return rows;
}

/** Lines that look like rows, where the hunk does not show what they are rows of. */
export function rowLines(piece: Piece, from: number, to: number): string[] {
  const rows: string[] = [];
  for (const [index, line] of piece.lines.entries()) {
    const start = piece.starts[index] ?? 0;
    if (start < from || start >= to || line.code.length > 500) continue;
    const shown = bare(shownText(piece, start, start + line.text.length)).replace(/,$/, '');
    if (/^[[({].*[\])}]$/.test(shown) && isRow(shown) && !/=>|function|;/.test(line.code)) rows.push(shown);
  }
  return rows;
}

/** Brackets around something, or a name and brackets. */
function isRow(text: string): boolean {
  return /^(?:(?:new)?[\w.]{0,40}[[({]|["'][^"']{0,200}["'](?::|=>)[[({])/.test(text) && /["'`\d]|\b(?:true|false|null|nil|None|True|False)\b/.test(text);
}
