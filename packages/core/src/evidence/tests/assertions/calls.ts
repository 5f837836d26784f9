import { skipBlanks } from '../head.js';
import { argumentsIn, bare, behind, lineIndexAt, type Piece, shownText } from '../piece.js';
import { conditionOf } from './condition.js';
import { type AssertionReader, type FoundAssertion, HELPER, MOST_ASSERTIONS } from './found.js';

const START = /(?<![\w])(?:(\$this|self|static|parent|Assert|Assertions|assert|require|is|qt|CollectionAssert|StringAssert|ClassicAssert|Xunit\.Assert|MatcherAssert|Truth|Mockito|t|b|f|tb|XCTest|insta|Expect)\s{0,2}(?:\.|->|::)\s{0,4}|\.\s{0,20})?(\w{1,80}!?)\s{0,4}(?:<[^<>\n(){};]{0,120}(?:<[^<>\n]{0,60}>)?[^<>\n(){};]{0,60}>)?\s{0,4}(?=[({[])|\.\s{0,20}(should\w{1,40})\s|(?<=[\w)\]"}])[ \t]{1,4}(should\w{1,40})[ \t]/g;
const GO_FAILS: ReadonlySet<string> = new Set(['Error', 'Errorf', 'Fatal', 'Fatalf', 'Fail', 'FailNow']);
const OWNERS = /^(?:Assert|Assertions|assert|require|is|qt|CollectionAssert|StringAssert|ClassicAssert|Xunit\.Assert|insta|Expect)$/;
const FAMILY = /^(?:assert\w{0,60}!?|debug_assert\w{0,20}!|prop_assert\w{0,20}!|fail|verify\w{0,40}|expectException\w{0,40}|expectNotToPerformAssertions|expectOutput\w{0,20}|addToAssertionCount|XCT(?!estCase|Skip|Waiter|Activity|Context)\w{1,40}|(?:EXPECT|ASSERT)_\w{1,40}|(?:REQUIRE|CHECK)(?:_\w{1,40})?|BOOST_(?:CHECK|REQUIRE)\w{0,30}|Should|panic!|expectThat|assertThat|assertk?That)$/;

/** Go, Rust, Java, Kotlin, C#, PHP, Swift, C++, bats: checks are calls, or conditions of what fails. */
export const callAssertions: AssertionReader = (piece, helpers) => {
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
  const { code, file: { language } } = piece;
  const start = match.index ?? 0;
  const infix = match[3] ?? match[4];
  if (infix !== undefined) return infixAt(piece, start, start + match[0].length, infix);
  const owner = match[1] ?? '';
  const name = match[2] ?? '';
  const open = skipBlanks(code, start + match[0].length);
  const isMethod = owner === '' && match[0].startsWith('.');
  if (language === 'go') return goAt(piece, start, open, owner, name, isMethod, helpers);
  if (language === 'rust' && !name.endsWith('!') && !helpers.has(name) && !HELPER.test(name)) return null;
  if (name === 'panic!' || /^(?:if|for|while|switch|catch|function|fun|fn|func)$/.test(name)) return null;
  if (/\b(?:function|fun|fn|func|void|def|macro_rules!)\s{1,4}$/.test(code.slice(Math.max(0, start - 14), start))) return null;
  const generic = /<([\s\S]*)>\s*$/.exec(match[0])?.[1];
  const isFamily = OWNERS.test(owner) || (FAMILY.test(name) && (!isMethod || name === 'Should'));
  // Swift Testing: `#expect(a == b)`
  const isMacro = language === 'swift' && /^(?:expect|require)$/.test(name) && code[start - 1] === '#';
  const isHelper = !isFamily && !isMacro && !isMethod && (helpers.has(name) || HELPER.test(name));
  const isOwnHelper = !isFamily && (owner === '$this' || owner === 'self' || owner === 'static') && (helpers.has(name) || HELPER.test(name));
  if (!isFamily && !isMacro && !isHelper && !isOwnHelper) return null;
  if (/\b(?:void|static|private|public|protected|Task|bool|boolean|int)\s{1,4}$/.test(code.slice(Math.max(0, start - 12), start))) return null;
  const { args, to, chain } = callChain(piece, open);
  if (name === 'Should') {
    const line = code.lastIndexOf('\n', start) + 1;
    return chain === null ? null : { from: start, to, matcher: chain.name, args: [bare(shownText(piece, line, start)), ...chain.args] };
  }
  const first = generic === undefined ? args : [bare(generic), ...args];
  if (chain !== null && /that$/i.test(name)) return { from: start, to, matcher: chain.name, args: [...first, ...chain.args] };
  const bareName = name.replace(/!$/, '');
  if (isMacro || /^(?:assert|assertTrue|assertThat|True|IsTrue|XCTAssert|XCTAssertTrue|EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|debug_assert|prop_assert|That)$/.test(bareName) && first[0] !== undefined && !(bareName === 'That' && first.length > 1)) {
    const [a, b] = argumentsIn(piece, open)[0] ?? [open + 1, to - 1];
    const condition = conditionOf(shownText(piece, a, b));
    return { from: start, to, matcher: condition.matcher === 'truthy' ? bareName : condition.matcher, args: condition.args };
  }
  return { from: start, to, matcher: bareName, args: first, isHelper: isHelper || isOwnHelper };
}

/** `t.Errorf(…)` in the body of an `if`: the condition is the check. testify and its kin are calls. */
function goAt(piece: Piece, start: number, open: number, owner: string, name: string, isMethod: boolean, helpers: ReadonlySet<string>): FoundAssertion | null {
  const to = behind(piece, open);
  if ((owner === 't' || owner === 'b' || owner === 'f' || owner === 'tb') && GO_FAILS.has(name)) {
    const condition = goCondition(piece, start);
    return { from: start, to, matcher: condition?.matcher ?? 'fails', args: condition?.args ?? [], ...(condition === null || piece.lines[lineIndexAt(piece, condition.from)]?.side === 'context' ? {} : { lineFrom: condition.from }) };
  }
  if (isMethod || owner === 't' || owner === 'b') return null;
  const args = argumentsIn(piece, open).map(([a, b]) => bare(shownText(piece, a, b)));
  if (owner === 'assert' || owner === 'require' || owner === 'is' || owner === 'qt') return { from: start, to, matcher: name, args: /^(?:t|c|tt|s\.T\(\))$/.test(args[0] ?? '') ? args.slice(1) : args };
  const isCall = owner === '' && (helpers.has(name) || (HELPER.test(name) && /^t\b|^tt?$/.test(args[0] ?? '')));
  return isCall && !/\bfunc\s{1,4}$/.test(piece.code.slice(Math.max(0, start - 8), start)) ? { from: start, to, matcher: name, args: args.slice(1), isHelper: true } : null;
}

/** What holds when the check passes: `if got != want` checks that they are equal. */
function goCondition(piece: Piece, at: number): { matcher: string; args: string[]; from: number } | null {
  const { code } = piece;
  const line = lineIndexAt(piece, at);
  for (let index = line; index >= Math.max(0, line - 6); index -= 1) {
    const from = piece.starts[index] ?? 0;
    const shown = shownText(piece, from, index === line ? at : from + (piece.lines[index]?.text.length ?? 0));
    const match = /\bif\b([\s\S]*)\{\s*$/.exec(shown.slice(0, 1_000)) ?? (index === line ? /\bif\b([\s\S]*)\{/.exec(shown.slice(0, 1_000)) : null);
    if (match === null) {
      if (/^\s*\}/.test(code.slice(from, from + 200)) && index !== line) return null;
      continue;
    }
    const text = match[1] ?? '';
    const condition = withInitial(conditionOf(text.slice(text.lastIndexOf(';') + 1)), text);
    const opposite: Readonly<Record<string, string>> = { '!=': '==', '==': '!=', '<': '>=', '>': '<=', '<=': '>', '>=': '<' };
    return { matcher: opposite[condition.matcher] ?? condition.matcher, args: condition.args, from: Math.min(from, at) };
  }
  return null;
}

/** `if got := Of("x"); got != 3`: what is compared is `Of("x")`. */
function withInitial<Condition extends { readonly matcher: string; readonly args: string[] }>(condition: Condition, text: string): Condition {
  const [, name, value] = /^\s*\(?\s*(\w{1,40})(?:\s*,\s*\w{1,40})?\s*:=\s*([^;\n]{1,300});/.exec(text) ?? [];
  return name === undefined || value === undefined ? condition : { ...condition, args: condition.args.map((arg) => (arg === name ? bare(value) : arg)) };
}

/** The arguments, and the last call of the chain behind them: `assertThat(x).isEqualTo(y)`. */
function callChain(piece: Piece, open: number): { args: string[]; to: number; chain: { name: string; args: string[] } | null } {
  const { code } = piece;
  const read = (at: number) => (code[at] === '{' ? [bare(shownText(piece, at + 1, behind(piece, at) - 1))] : argumentsIn(piece, at).map(([a, b]) => bare(shownText(piece, a, b))));
  const args = read(open);
  let to = behind(piece, open);
  const after = skipBlanks(code, to);
  if (code[open] === '(' && code[after] === '{') {
    args.push(...read(after));
    to = behind(piece, after);
  }
  let chain = null as { name: string; args: string[] } | null;
  for (;;) {
    const dot = skipBlanks(code, to);
    const name = /^(?:\.|->)\s{0,20}(\w{1,60})\s{0,4}(?:<[^<>\n]{0,80}>)?\s{0,4}(?=\()/.exec(code.slice(dot, dot + 200));
    if (name === null) return { args, to, chain };
    const call = dot + name[0].length;
    chain = { name: name[1] ?? '', args: [...(chain?.args ?? []), ...read(call)] };
    to = behind(piece, call);
  }
}

/** Kotest, ScalaTest: `x shouldBe y`. */
function infixAt(piece: Piece, from: number, after: number, matcher: string): FoundAssertion {
  const line = piece.code.lastIndexOf('\n', from) + 1;
  const end = piece.code.indexOf('\n', after);
  const to = end < 0 ? piece.code.length : end;
  return { from, to, matcher, args: [bare(shownText(piece, line, from)), bare(shownText(piece, after, to))] };
}
