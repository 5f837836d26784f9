import { skipBlanks } from '../head.js';
import { argumentsIn, bare, behind, lineIndexAt, type Piece, shownText } from '../piece.js';
import { conditionOf } from './condition.js';
import { type AssertionReader, type FoundAssertion, HELPER, MOST_ASSERTIONS } from './found.js';

const START = /(?<![\w.])(?:(assert)(?=[\s(])|(?:((?:pytest|self|cls|unittest|np|numpy|npt|pd|torch|mock|tm)(?:\.testing)?)\.)?(\w{1,80})\s{0,4}\()|\.(assert_\w{1,60})\s{0,4}\(/g;

/** `assert x == y`, `self.assertX(…)`, `pytest.raises(…)`, `np.testing.assert_x(…)`, `mock.assert_x(…)`, and helpers by name. */
export const pythonAssertions: AssertionReader = (piece, helpers) => {
  const found: FoundAssertion[] = [];
  let done = 0;
  for (const match of piece.code.matchAll(START)) {
    if (match.index < done || found.length >= MOST_ASSERTIONS) continue;
    const one = match[1] === undefined ? callAt(piece, match, helpers) : statementAt(piece, match.index);
    if (one === null) continue;
    found.push(one);
    done = one.to;
  }
  return found;
};

function statementAt(piece: Piece, from: number): FoundAssertion {
  const { code, depths, starts } = piece;
  const line = lineIndexAt(piece, from);
  const base = depths[line] ?? 0;
  let next = line + 1;
  while (next < starts.length && ((depths[next] ?? 0) > base || /\\\s*$/.test(piece.lines[next - 1]?.code ?? ''))) next += 1;
  const to = next < starts.length ? (starts[next] ?? code.length) - 1 : code.length;
  const start = from + 'assert'.length;
  const [condition = [start, to]] = partsOf(piece, start, to);
  return { from, to, ...conditionOf(shownText(piece, condition[0], condition[1])) };
}

/** The condition, and the message behind the comma. */
function partsOf({ code, partner }: Piece, from: number, to: number): [number, number][] {
  for (let at = from; at < to; at += 1) {
    const char = code[at];
    if (char === '(' || char === '[' || char === '{') {
      const close = partner[at] ?? -1;
      if (close > at) at = close;
    } else if (char === ',') return [[from, at], [at + 1, to]];
  }
  return [[from, to]];
}

function callAt(piece: Piece, match: RegExpMatchArray, helpers: ReadonlySet<string>): FoundAssertion | null {
  const from = match.index ?? 0;
  const owner = match[2] ?? '';
  const name = match[3] ?? match[4] ?? '';
  const open = skipBlanks(piece.code, from + match[0].length - 1);
  const args = () => argumentsIn(piece, open).map(([a, b]) => bare(shownText(piece, a, b)));
  if (owner === 'pytest') {
    if (name === 'raises' || name === 'warns') return { from, to: behind(piece, open), matcher: 'raises', args: args() };
    return name === 'fail' ? { from, to: behind(piece, open), matcher: 'fail', args: args() } : null;
  }
  if (/^assert/.test(name)) {
    const matcher = /^assert(?:Raises|Warns)/.test(name) ? (name.includes('Regex') ? 'raisesMatch' : 'raises') : name;
    return { from, to: behind(piece, open), matcher, args: args(), isHelper: match[4] === undefined && owner === '' };
  }
  if (owner === 'self' && name === 'fail') return { from, to: behind(piece, open), matcher: 'fail', args: args() };
  const isDefinition = /\b(?:def|class)\s{1,4}$/.test(piece.code.slice(Math.max(0, from - 8), from));
  return (helpers.has(name) || (HELPER.test(name) && name.includes('_'))) && !isDefinition ? { from, to: behind(piece, open), matcher: name, args: args(), isHelper: true } : null;
}
