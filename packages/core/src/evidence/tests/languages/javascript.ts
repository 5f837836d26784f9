import { type Head, type HeadReader, MOST_HEADS, skipBlanks, stringAt } from '../head.js';
import { argumentsIn, behind, type Piece } from '../piece.js';

const CALL = /(?<![\w.$])(?:(describe|suite|context|fdescribe|xdescribe|fcontext|xcontext)|(it|test|specify|bench|fit|xit|ftest|xtest|fspecify|xspecify|testWidgets|Deno\.test))((?:\s{0,4}\.\s{0,4}\w{1,30}){0,4})(?=\s{0,4}[(`])/g;
const FUNCTION = /(?<![\w.$])(?:function\s{1,4}(\w{1,80})\s{0,4}\(|(?:const|let|var)\s{1,4}(\w{1,80})\s{0,4}(?::[^=;\n]{0,200})?=\s{0,4}(?:async\s{0,4})?(?:function\b|\([^()]{0,300}\)\s{0,4}(?::[^=;{}\n]{0,100})?=>|\w{1,40}\s{0,4}=>))/g;

/** vitest, jest, mocha, jasmine, ava, node:test, Playwright, Deno; Dart's test package. */
export const javascriptHeads: HeadReader = (piece) => {
  const heads: Head[] = [];
  for (const match of piece.code.matchAll(CALL)) {
    if (heads.length >= MOST_HEADS) break;
    const head = callHead(piece, match.index, match[1] !== undefined, match.index + match[0].length);
    if (head !== null) heads.push(head);
  }
  for (const match of piece.code.matchAll(FUNCTION)) {
    if (heads.length >= MOST_HEADS) break;
    heads.push(functionHead(piece, match.index, match[1] ?? match[2] ?? '', match.index + match[0].length));
  }
  return heads;
};

function callHead(piece: Piece, at: number, isGroup: boolean, behindName: number): Head | null {
  const { code } = piece;
  let open = skipBlanks(code, behindName);
  const tables: number[] = [];
  const rowTexts: string[] = [];
  if (code[open] === '`') {
    const close = code.indexOf('`', open + 1);
    if (close < 0) return null;
    rowTexts.push(...piece.text.slice(open + 1, close).split('\n').slice(1).map((row) => row.trim()).filter((row) => row.includes('|')));
    open = skipBlanks(code, close + 1);
  } else if (code[open] === '(') {
    const next = skipBlanks(code, behind(piece, open));
    if (code[next] === '(') {
      tables.push(open + 1 + (/^\s*/.exec(code.slice(open + 1, open + 200))?.[0].length ?? 0));
      open = next;
    }
  }
  if (code[open] !== '(') return null;
  const parts = argumentsIn(piece, open);
  const [title] = parts;
  if (title === undefined) return null;
  const close = piece.partner[open] ?? -1;
  // `test(async () => …)` has no title; a call with a title alone is a pending test.
  const hasTitle = !/=>|\bfunction\b/.test(code.slice(title[0], title[1]));
  return {
    kind: isGroup ? 'group' : 'test', name: hasTitle ? stringAt(piece, title[0], title[1]) : '(no title)', from: at, at, bodyFrom: hasTitle ? title[1] : open + 1,
    bodyTo: close < 0 ? code.length : close, isClosed: close >= 0, tables, rowTexts,
  };
}

function functionHead(piece: Piece, at: number, name: string, behindName: number): Head {
  const { code } = piece;
  let from = behindName;
  if (code[from - 1] === '(') from = behind(piece, from - 1);
  const open = code.indexOf('{', from);
  const end = open >= 0 && open - from < 200 ? behind(piece, open) : Math.max(from, code.indexOf('\n', from));
  return { kind: 'function', name, from: at, at, bodyFrom: from, bodyTo: end, isClosed: open >= 0 && (piece.partner[open] ?? -1) >= 0, tables: [], rowTexts: [] };
}
