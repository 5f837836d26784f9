import { skipBlanks } from '../head.js';
import { argumentsIn, bare, behind, type Piece, shownText } from '../piece.js';
import { conditionOf } from './condition.js';
import { type AssertionReader, type FoundAssertion, HELPER, MOST_ASSERTIONS } from './found.js';

const START = /(?<![\w.@:$])(?:(expect)\s{0,4}(?=[({])|(is_expected|subject\.should)\b|((?:assert|refute)(?:_\w{1,60})?)(?=[\s(])|(flunk)\b|(\w{1,80}[?!]?)(?=\())|\.(must_\w{1,60}|wont_\w{1,60}|should(?:_not)?)\b/g;

/** RSpec's `expect(x).to eq(y)`, Minitest's `assert_equal x, y` and `x.must_equal y`, ExUnit's `assert x == y`. */
export const rubyAssertions: AssertionReader = (piece, helpers) => {
  const found: FoundAssertion[] = [];
  let done = 0;
  for (const match of piece.code.matchAll(START)) {
    if (match.index < done || found.length >= MOST_ASSERTIONS) continue;
    const one = assertionAt(piece, match, helpers);
    if (one === null) continue;
    found.push(one);
    done = one.to;
  }
  return found;
};

function assertionAt(piece: Piece, match: RegExpMatchArray, helpers: ReadonlySet<string>): FoundAssertion | null {
  const from = match.index ?? 0;
  const { code } = piece;
  const after = from + match[0].length;
  if (match[1] !== undefined) {
    const open = skipBlanks(code, after);
    const to = behind(piece, open);
    return matcherAt(piece, from, to, [bare(shownText(piece, open + 1, to - 1))]);
  }
  if (match[2] !== undefined) return matcherAt(piece, from, after, ['subject']);
  if (match[3] !== undefined || match[4] !== undefined) {
    const to = endOfStatement(piece, after);
    const open = skipBlanks(code, after);
    const isCall = code[open] === '(' && behind(piece, open) >= to - 1;
    const args = isCall ? argumentsIn(piece, open).map(([a, b]) => bare(shownText(piece, a, b))) : splitTop(shownText(piece, after, to));
    const matcher = match[3] ?? 'flunk';
    if (matcher === 'assert' || matcher === 'refute') return { from, to, ...conditionOf(args[0] === undefined ? '' : shownText(piece, after, to)) };
    return { from, to, matcher, args };
  }
  if (match[6] !== undefined) {
    const start = code.lastIndexOf('\n', from) + 1;
    const to = endOfStatement(piece, after);
    return { from, to, matcher: match[6], args: [bare(shownText(piece, start, from)), bare(shownText(piece, after, to))] };
  }
  const name = match[5] ?? '';
  if (!helpers.has(name) && !(HELPER.test(name) && name.includes('_'))) return null;
  return /\bdef\s{1,4}(?:self\.)?$/.test(code.slice(Math.max(0, from - 12), from)) ? null : { from, to: behind(piece, after), matcher: name, args: [], isHelper: true };
}

/** `.to eq(8)`, `.not_to be_nil`, `.to be_within(0.1).of(3)` */
function matcherAt(piece: Piece, from: number, after: number, subject: string[]): FoundAssertion | null {
  const dot = skipBlanks(piece.code, after);
  const verb = /^\.?\s{0,4}(to|not_to|to_not|should|should_not)\b/.exec(piece.code.slice(dot, dot + 40));
  if (verb === null) return null;
  const start = dot + verb[0].length;
  const to = endOfStatement(piece, start);
  const said = shownText(piece, start, to).trim().replace(/^\((?=[\s\S]*\)$)|\)$(?<=^\([\s\S]*)/g, '');
  const name = /^\(?\s*(\w+[?!]?)/.exec(said)?.[1] ?? said;
  const rest = said.slice(said.indexOf(name) + name.length).trim();
  const of = /^\(?([^()]{1,60})\)?\s*\.of\s*\(?([^()]*)\)?$/.exec(rest);
  if (of !== null) return { from, to, matcher: `${/not/.test(verb[1] ?? '') ? 'not.' : ''}${name}`, args: [...subject, bare(of[1] ?? ''), bare(of[2] ?? '')] };
  const args = splitTop(rest.startsWith('(') ? rest.slice(1).replace(/\)([^()]*)$/, '$1') : rest);
  return { from, to, matcher: `${/not/.test(verb[1] ?? '') ? 'not.' : ''}${name}`, args: [...subject, ...args] };
}

/** The end of the line, or of the line where its brackets close. */
function endOfStatement({ code, partner }: Piece, from: number): number {
  for (let at = from; at < code.length; at += 1) {
    const char = code[at];
    if (char === '\n' && !/[,.\\]\s*$/.test(code.slice(Math.max(from, at - 40), at)) && !/^\s*\./.test(code.slice(at + 1, at + 80))) return at;
    if (char === '}' || char === ')') return at;
    if (char === '(' || char === '[' || char === '{') {
      const close = partner[at] ?? -1;
      if (close > at) at = close;
    }
  }
  return code.length;
}

function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(bare(text.slice(from, at)));
      from = at + 1;
    }
  }
  const last = bare(text.slice(from));
  return last === '' ? parts : [...parts, last];
}
