import { bare, type Piece, shownText } from '../piece.js';
import { type AssertionReader, type FoundAssertion, HELPER } from './found.js';

/** bats and its helpers, shunit2: a line whose status decides. */
export const shellAssertions: AssertionReader = (piece, helpers) => piece.lines.flatMap((line, index) => {
  const found = assertionIn(piece, index, helpers);
  return line.code.length > 2_000 || found === null ? [] : [found];
});

function assertionIn(piece: Piece, index: number, helpers: ReadonlySet<string>): FoundAssertion | null {
  const from = piece.starts[index] ?? 0;
  const to = from + (piece.lines[index]?.text.length ?? 0);
  const shown = shownText(piece, from, to).trim();
  const test = /^(?:!\s*)?(\[\[?|test)\s(.*?)(?:\s\]\]?)?(\s*(?:\|\||&&).*)?$/.exec(shown.slice(0, 2_000));
  if (test !== null) {
    const [, , condition = '', rest = ''] = test;
    const operator = /\s(-eq|-ne|-gt|-ge|-lt|-le|=~|==?|!=)\s/.exec(condition);
    if (operator === null) return { from, to, matcher: /^-[nefdrwxs]\s/.test(condition) ? 'exists' : 'truthy', args: [bare(condition)], isDropped: isForgiven(rest) };
    const [left, right] = [condition.slice(0, operator.index), condition.slice(operator.index + operator[0].length)];
    const [, sign = ''] = operator;
    const matcher = sign === '-eq' || sign === '=' || sign === '==' ? (/\*/.test(right) ? 'in' : '==') : sign === '-ne' ? '!=' : sign === '-ge' ? '>=' : sign === '-gt' ? '>' : sign;
    return { from, to, matcher, args: [bare(left), bare(right)], isDropped: isForgiven(rest) };
  }
  const call = /^(\w{1,60})\b\s*(.*)$/.exec(shown.slice(0, 2_000));
  const name = call?.[1] ?? '';
  if (/^(?:assert|refute|fail)/.test(name)) return { from, to, matcher: name, args: [bare(call?.[2] ?? '')], isDropped: isForgiven(call?.[2] ?? '') };
  if (/^(?:grep|diff|cmp)$/.test(name)) return { from, to, matcher: 'in', args: [bare(call?.[2] ?? '')], isDropped: isForgiven(call?.[2] ?? '') };
  return helpers.has(name) || (HELPER.test(name) && !/^(?:check|verify)$/.test(name)) ? { from, to, matcher: name, args: [], isHelper: true } : null;
}

const isForgiven = (rest: string): boolean => /\|\|\s*(?:true|:)\s*(?:#.*)?$/.test(rest);
