import type { Around } from '../../model/index.js';
import type { Head } from './head.js';
import { behind, lineIndexAt, type Piece } from './piece.js';

const DEEPEST = 40;
const RETHROWS = /\b(?:throw|raise|rethrow|assert\w*|expect\w*|fail\w*|panic|t\.(?:Fatal|Error|fail|Fail)\w*|flunk|done|reject|XCTFail|pytest\.fail|self\.fail|must|verify\w*|should\w*|exit)\b/;

/** What stands around a check, up to the body of its test. */
export function aroundOf(piece: Piece, at: number, head: Head | null): Around[] {
  const { file: { language } } = piece;
  return language === 'python' || language === 'ruby' || language === 'elixir' ? byIndent(piece, at, head) : byBraces(piece, at, head);
}

function byBraces(piece: Piece, at: number, head: Head | null): Around[] {
  const { code, partner } = piece;
  const found: Around[] = [];
  const from = head?.bodyFrom ?? 0;
  let depth = 0;
  let seen = 0;
  for (let index = at - 1; index >= from && seen < DEEPEST && at - index < 1_500; index -= 1) {
    const char = code.charCodeAt(index);
    if (char === 125 || char === 41 || char === 93) {
      const open = partner[index] ?? -1;
      if (open < 0) depth += 1;
      else index = open;
    } else if (char === 123) {
      if (depth > 0) depth -= 1;
      else {
        seen += 1;
        const what = blockAt(piece, index, from);
        if (what !== null) found.push(what);
      }
    }
  }
  const line = code.slice(code.lastIndexOf('\n', at) + 1, at);
  if (/(?:^\s*(?:\}\s*else\s+)?if\s*\(.*\)\s*|&&\s*|\?\s*)$/.test(line.slice(-300)) && !/\belse\s*$/.test(line)) found.push('conditional');
  return found;
}

function blockAt(piece: Piece, open: number, from: number): Around | null {
  const { code } = piece;
  const before = code.slice(Math.max(from, open - 300), open);
  const head = before.slice(before.search(/[^;{}\n]*$/) >= 0 ? before.search(/[^;{}]*$/) : 0).trim();
  if (/^try$|\btry$/.test(head)) return isSwallowed(piece, behind(piece, open)) ? 'swallowed' : null;
  if (/\b(?:if|unless|guard)\b/.test(head) && !/=>\s*$|\bfunction\b/.test(head.slice(head.search(/\b(?:if|unless|guard)\b/)))) return /\belse\b/.test(code.slice(behind(piece, open), behind(piece, open) + 12)) ? null : 'conditional';
  if (/^(?:switch|match|when)\b|\bcase\b/.test(head)) return 'conditional';
  if (/^(?:for|while|loop)\b|\b(?:forEach|each|map)\s*\(/.test(head)) return 'loop';
  return null;
}

/** The `catch` behind it neither throws nor fails. */
function isSwallowed(piece: Piece, after: number): boolean {
  const { code } = piece;
  const head = /^\s*catch\b[^{]{0,300}\{/.exec(code.slice(after, after + 400));
  if (head === null) return false;
  const open = after + head[0].length - 1;
  const body = code.slice(open, behind(piece, open));
  return !RETHROWS.test(body);
}

function byIndent(piece: Piece, at: number, head: Head | null): Around[] {
  const { lines, depths } = piece;
  const found: Around[] = [];
  const line = lineIndexAt(piece, at);
  const first = head === null ? 0 : lineIndexAt(piece, head.bodyFrom);
  let indent = indentOf(lines[line]?.code ?? '');
  const own = (lines[line]?.code ?? '').slice(0, 1_000);
  if (/\s(?:if|unless)\s[^"'#]*$/.test(own) && piece.file.language !== 'python') found.push('conditional');
  if (/\brescue\b/.test(own) && piece.file.language === 'ruby') found.push('swallowed');
  for (let index = line - 1; index >= first && line - index < 400 && found.length < DEEPEST; index -= 1) {
    const text = (lines[index]?.code ?? '').slice(0, 1_000);
    if (text.trim() === '' || (depths[index] ?? 0) > (depths[line] ?? 0) || indentOf(text) >= indent) continue;
    indent = indentOf(text);
    const what = lineOpens(piece, index, text.trim(), indent);
    if (what !== null) found.push(what);
  }
  return found;
}

function lineOpens(piece: Piece, index: number, text: string, indent: number): Around | null {
  if (/^(?:with\b.*\bsuppress\s*\()/.test(text)) return 'swallowed';
  if (/^try\s*:|^begin\b/.test(text)) return clauseSwallows(piece, index, indent) ? 'swallowed' : null;
  if (/^(?:if|unless)\b/.test(text)) return hasElse(piece, index, indent) ? null : 'conditional';
  if (/^(?:case|match|cond)\b/.test(text)) return 'conditional';
  if (/^(?:for|while|async for)\b|\.each\b/.test(text)) return 'loop';
  return null;
}

function clauseSwallows({ lines }: Piece, from: number, indent: number): boolean {
  let inClause = false;
  let body = '';
  for (const { code } of lines.slice(from + 1, from + 200)) {
    const text = code.slice(0, 1_000);
    if (text.trim() === '') continue;
    const isClause = /^(?:except|rescue)\b/.test(text.trim());
    if (indentOf(text) < indent || (indentOf(text) === indent && !isClause && !/^(?:else|finally|ensure)\b/.test(text.trim()))) break;
    if (indentOf(text) === indent) inClause = isClause;
    else if (inClause) body += `${text}\n`;
    if (isClause && indentOf(text) === indent) body += '#\n';
  }
  return body !== '' && !RETHROWS.test(body);
}

function hasElse({ lines }: Piece, from: number, indent: number): boolean {
  for (const { code } of lines.slice(from + 1, from + 200)) {
    if (code.trim() === '' || indentOf(code) > indent) continue;
    return /^\s*(?:else|elif|elsif)\b/.test(code.slice(0, 200));
  }
  return false;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
