import { skipBlanks } from '../head.js';
import { argumentsIn, bare, behind, type Piece, shownText } from '../piece.js';
import { type AssertionReader, type FoundAssertion, HELPER, MOST_ASSERTIONS } from './found.js';

const START = /(?<![\w$])(?:(expect(?:TypeOf)?(?:\.(?:soft|poll|element))?)|((?:t\.assert|chai\.assert|assert|t|st|s2t|sst|tt|sinon\.assert|cy)(?:\.(?:strict|not))?(?:\.\w{1,40}){0,2})|((?:\w{1,60}\.)?\w{1,80}))\s{0,4}(?=\()|\.should\b/g;
const AVA = /^(?:t|st|s2t|sst|tt)\.(?:is|not|deepEqual|notDeepEqual|like|true|false|truthy|falsy|throws|throwsAsync|notThrows|regex|notRegex|snapshot|assert|pass|fail|equal|equals|same|notSame|strictSame|match|ok|notOk|rejects|error|deepEquals)$/;
const MODIFIERS: ReadonlySet<string> = new Set(['not', 'to', 'be', 'been', 'is', 'that', 'which', 'and', 'has', 'have', 'with', 'at', 'of', 'same', 'but', 'does', 'still', 'also', 'deep', 'resolves', 'rejects', 'eventually', 'own', 'nested', 'ordered', 'any', 'all', 'a', 'an']);

/** `expect(x).matcher(y)`, `assert.x(…)`, ava's and tap's `t.x(…)`, `x.should.…`, and helpers that check by name. */
export const javascriptAssertions: AssertionReader = (piece, helpers) => {
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
  if (match[0] === '.should') return shouldAt(piece, from);
  const open = skipBlanks(code, from + match[0].length);
  const name = (match[1] ?? match[2] ?? match[3] ?? '').replace(/\s/g, '');
  if (match[1] !== undefined) return expectAt(piece, from, open);
  if (match[2] !== undefined) {
    if (/^(?:t|st|s2t|sst|tt)\./.test(name) && !AVA.test(name) && !name.startsWith('t.assert')) return null;
    if (/^(?:t|st|s2t|sst|tt)$/.test(name) || (/^cy/.test(name) && !/\.should$/.test(name))) return null;
    return callAt(piece, from, open, name.replace(/^(?:t\.assert|chai\.assert|assert|t|st|s2t|sst|tt)(?:\.strict)?\.?/, '') || 'assert', false);
  }
  const last = name.slice(name.lastIndexOf('.') + 1);
  const isHelper = helpers.has(last) || (HELPER.test(last) && last !== 'require' && last !== 'expect');
  return isHelper && !/(?:function|class|new)\s{1,4}$/.test(code.slice(Math.max(0, from - 12), from)) ? callAt(piece, from, open, last, true) : null;
}

function callAt(piece: Piece, from: number, open: number, matcher: string, isHelper: boolean): FoundAssertion {
  return { from, to: behind(piece, open), matcher, args: argumentsIn(piece, open).map(([a, b]) => bare(shownText(piece, a, b))), isHelper };
}

function expectAt(piece: Piece, from: number, open: number): FoundAssertion | null {
  const { code } = piece;
  const subject = argumentsIn(piece, open).slice(0, 1).map(([a, b]) => bare(shownText(piece, a, b)));
  let at = behind(piece, open);
  const names: string[] = [];
  const args: string[] = [];
  let isDropped = false;
  for (;;) {
    const dot = skipBlanks(code, at);
    const name = code[dot] === '.' ? (/^\.\s{0,4}(\w{1,60})/.exec(code.slice(dot, dot + 80))?.[0] ?? null) : null;
    if (name === null) break;
    at = dot + name.length;
    const word = name.replace(/^\.\s*/, '');
    const call = skipBlanks(code, at);
    if (word === 'catch' || word === 'then' || word === 'finally') {
      if (code[call] === '(') at = behind(piece, call);
      if (word === 'catch') isDropped = true;
      continue;
    }
    names.push(word);
    if (code[call] !== '(') continue;
    args.push(...argumentsIn(piece, call).map(([a, b]) => bare(shownText(piece, a, b))));
    at = behind(piece, call);
  }
  if (names.length === 0) return null; // `expect(x)` alone, `expect.assertions(1)`
  const isNegated = names.includes('not');
  const isAsync = names.includes('rejects') || names.includes('resolves');
  const own = names.filter((name) => !MODIFIERS.has(name));
  const matcher = (own[own.length - 1] ?? names[names.length - 1] ?? '');
  const isAwaited = !isAsync || /(?:\bawait|\breturn|=>|\bvoid|[[(,])\s{0,20}$/.test(code.slice(Math.max(0, from - 60), from));
  return { from, to: at, matcher: `${isNegated ? 'not.' : ''}${names.includes('rejects') ? 'rejects.' : ''}${matcher}`, args: [...subject, ...args], isDropped: isDropped || !isAwaited };
}

function shouldAt({ code, text }: Piece, at: number): FoundAssertion | null {
  const start = code.lastIndexOf('\n', at) + 1;
  const end = code.indexOf('\n', at);
  const chain = code.slice(at, end < 0 ? code.length : Math.min(end, at + 400));
  const words = [...chain.matchAll(/\.(\w{1,40})/g)].map(([, word = '']) => word);
  const own = words.filter((word) => word !== 'should' && !MODIFIERS.has(word));
  const matcher = own[own.length - 1] ?? words[words.length - 1] ?? '';
  if (at - start > 400) return null;
  const open = chain.lastIndexOf('(');
  const args = open < 0 ? [] : [bare(text.slice(at + open + 1, at + chain.length).replace(/\)[;\s]*$/, ''))];
  return { from: at, to: at + chain.length, matcher: `${words.includes('not') ? 'not.' : ''}${matcher}`, args: [bare(text.slice(start, at)), ...args] };
}
