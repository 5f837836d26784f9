import type { Assertion, TestCase } from '../../model/index.js';
import { aroundOf } from './around.js';
import { ASSERTIONS, type FoundAssertion, rankOf, toleranceOf } from './assertions/index.js';
import type { Head } from './head.js';
import { HEADS } from './heads.js';
import { bare, lineAt, type Piece, shownText } from './piece.js';
import { switchesOf } from './switches.js';
import { rowLines, rowsAt, tablesIn } from './tables.js';

/** What a piece holds: tests, other functions, and what stands outside of both. */
export interface Inventory {
  readonly piece: Piece;
  readonly tests: readonly TestCase[];
  readonly functions: readonly TestCase[];
  readonly outside: TestCase;
}

const WORDS = /[A-Za-z_$][\w$]{2,60}/g;
const MOST_WORDS = 2_000;
const READINGS = 20;
const LONG = 40_000;
const SHORT = 500;
/** Languages in which a body ends where a statement leaves it. */
const STOPS = /^[ \t]*(?:return\b[^\n]{0,200}|(?:process\.)?exit\s*\(\s*0?\s*\)[^\n]{0,80}|throw\s+(?:new\s+)?(?:Skip|SkipException|TestAbortedException)[^\n]{0,80})\s*;?\s*$/;

/** Gives nothing that a check could stand in. */
const BARE = /^[ \t]*return(?:[ \t]+(?:nil|null|None|undefined|true|false|0))?[ \t]*;?[ \t]*$/;
const ALWAYS = /^\s*if\s*\(?\s*(?:true|True|1)\s*\)?\s*:?\s*\{?\s*return\b/;
/** A variable that nobody sets where the tests run. */
const ENVIRONMENT = /^\s*(?:if|unless)\b.{0,200}(?:\bprocess\.env\b|\bos\.environ\b|\bos\.[gG]etenv\(|\bENV\[|\bSystem\.getenv\(|\benv::var|(?<![\w.])getenv\(|\bEnvironment\.GetEnvironmentVariable\()/;
const LEAVES = /\breturn\b/;

export function inventoryOf(piece: Piece, heads: readonly Head[], helpers: ReadonlySet<string>): Inventory {
  const found = ASSERTIONS[piece.file.language ?? '']?.(piece, helpers) ?? [];
  const owners = ownersOf(heads, found);
  // Bodies that lie in one another are read again and again: a piece of many is read in part.
  let left = READINGS * piece.code.length;
  const caseOf = (head: Head) => {
    const most = left <= 0 ? SHORT : head.isClosed && head.kind !== 'group' ? LONG : SHORT * 8;
    left -= Math.min(most, head.bodyTo - head.bodyFrom);
    return testOf(piece, head, heads, (owners.get(head) ?? []).map((one) => assertionOf(piece, one, head)), most);
  };
  return {
    piece,
    tests: heads.filter(({ kind }) => kind !== 'function').map(caseOf),
    functions: heads.filter(({ kind }) => kind === 'function').map(caseOf),
    outside: outsideOf(piece, heads, (owners.get(null) ?? []).map((one) => assertionOf(piece, one, null))),
  };
}

/** The heads of a piece, in their order. */
export function headsOf(piece: Piece): Head[] {
  return (HEADS[piece.file.language ?? '']?.(piece) ?? []).sort((a, b) => a.at - b.at);
}

/** Which test a check belongs to: the innermost test, else the outermost function; null: none of them. */
function ownersOf(heads: readonly Head[], found: readonly FoundAssertion[]): Map<Head | null, FoundAssertion[]> {
  const owners = new Map<Head | null, FoundAssertion[]>();
  const stack: Head[] = [];
  let next = 0;
  for (const one of [...found].sort((a, b) => a.from - b.from)) {
    for (let head = heads[next]; head !== undefined && head.from <= one.from; head = heads[next]) {
      while (stack.length > 0 && (stack[stack.length - 1]?.bodyTo ?? 0) <= head.at) stack.pop();
      stack.push(head);
      next += 1;
    }
    const inside = stack.filter((head) => head.bodyFrom <= one.from && one.from < head.bodyTo);
    const tests = inside.filter(({ kind }) => kind === 'test');
    const owner = tests[tests.length - 1] ?? inside.find(({ kind }) => kind === 'function') ?? null;
    const list = owners.get(owner);
    if (list === undefined) owners.set(owner, [one]);
    else list.push(one);
  }
  return owners;
}

function assertionOf(piece: Piece, { from, to, matcher, args, isHelper = false, isDropped = false, lineFrom = from }: FoundAssertion, head: Head | null): Assertion {
  return {
    matcher, args, rank: rankOf(matcher, args), tolerance: toleranceOf(matcher, args), around: [...(isDropped ? ['swallowed' as const] : []), ...aroundOf(piece, from, head)],
    key: `${matcher}(${args.join(',')})`, line: lineAt(piece, lineFrom), isTautology: !isHelper && isTautology(matcher, args, shownText(piece, from, Math.min(to, from + 2_000))), isHelper,
  };
}

const LITERAL = /^(?:true|True|TRUE|1|"[^"]*"|'[^']*'|\d+)$/;
const SAME = /^(?:not\.)?(?:toBe|toEqual|toStrictEqual|equal|equals|eq|eql|strictEqual|deepEqual|deepStrictEqual|is|same|assert_?equals?|assertSame|assertIs|Equal|AreEqual|assert_eq|==|isEqualTo|must_equal|shouldBe|Be|ArrayEqual|Same)$/i;

/** Cannot fail: both sides are one text, or a literal that is true. */
function isTautology(matcher: string, args: readonly string[], shown: string): boolean {
  const [first = '', second] = args;
  if (/\bor\s+True\b|\|\|\s*true\b/.test(shown)) return true;
  if (first === '' && matcher !== 'pass') return false;
  if (SAME.test(matcher) && second !== undefined) return first === second && !/\b(?:random|now|next)\b/i.test(first);
  if (matcher === 'truthy' || /^(?:assertTrue|isTrue|True|IsTrue|assert|ok|XCTAssertTrue|XCTAssert|assert_true|toBeTruthy|truthy|true|be_truthy)$/i.test(matcher)) return args.length >= 1 && LITERAL.test(first) && !/^(?:0|""|'')$/.test(first);
  if (/^(?:toBeDefined|toBe(?:Truthy)?|be)$/.test(matcher) && args.length === 1) return LITERAL.test(first);
  if (matcher === '>=' && second === '0') return /^len\(|\.length$|\.size\(\)$|\.count(?:\(\))?$|\.len\(\)$/.test(first);
  return /^isinstance\(.*,object\)$/.test(first);
}

function testOf(piece: Piece, head: Head, heads: readonly Head[], assertions: readonly Assertion[], most: number): TestCase {
  const shown = shownText(piece, head.bodyFrom, Math.min(head.bodyTo, head.bodyFrom + most));
  const isGroup = head.kind === 'group';
  const inner = isGroup ? heads.find((other) => other !== head && other.at > head.bodyFrom && other.kind === 'test')?.at ?? head.bodyTo : head.bodyTo;
  return {
    file: piece.file, name: head.name, isGroup, undiscovered: head.kind === 'function' ? 'no test' : null, line: lineAt(piece, head.at), hunk: piece.hunk, isWhole: head.isClosed,
    switches: head.kind === 'function' ? [] : switchesOf(piece, head, inner),
    rows: isGroup ? [] : [...head.tables.flatMap((open) => rowsAt(piece, open)), ...head.rowTexts.map(bare), ...tablesIn(piece, head.bodyFrom, Math.min(head.bodyTo, head.bodyFrom + most))],
    assertions, words: wordsIn(shown), body: isGroup ? '' : bodyOf(shown), stopped: isGroup ? null : stoppedIn(piece, head, assertions),
  };
}

function outsideOf(piece: Piece, heads: readonly Head[], assertions: readonly Assertion[]): TestCase {
  const first = heads[0]?.from ?? piece.code.length;
  const lead = shownText(piece, 0, Math.min(first, 40_000));
  return {
    file: piece.file, name: '', isGroup: false, undiscovered: null, line: piece.lines[0] ?? lineAt(piece, 0), hunk: piece.hunk, isWhole: piece.isWhole, switches: [],
    rows: piece.isWhole ? [] : rowLines(piece, 0, first), assertions, words: wordsIn(piece.isWhole ? '' : lead), body: bodyOf(lead), stopped: piece.isWhole ? null : stoppedBefore(piece, assertions, first),
  };
}

function wordsIn(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [word] of text.replace(/(["'`])(?:\\.|(?!\1)[^\\\n]){0,400}\1/g, ' ').matchAll(WORDS)) {
    words.add(word);
    if (words.size >= MOST_WORDS) break;
  }
  return words;
}

function bodyOf(shown: string): string {
  return shown.split('\n').map((line) => line.replace(/\s+/g, '')).filter((line) => line !== '').join('\n');
}

/** A statement of its own level that ends the test before its last check. */
function stoppedIn(piece: Piece, head: Head, assertions: readonly Assertion[]): TestCase['stopped'] {
  const from = piece.lines.indexOf(lineAt(piece, head.bodyFrom));
  const last = assertions[assertions.length - 1];
  // Where the hunk ends before the first check, an end as the first statement says the same.
  if (last === undefined) return head.isClosed ? null : stopAmong(piece, from + 1, from + 2, true);
  return stopAmong(piece, from + 1, piece.lines.indexOf(last.line));
}

function stoppedBefore(piece: Piece, assertions: readonly Assertion[], to: number): TestCase['stopped'] {
  const before = new Set(piece.lines.filter((_, index) => (piece.starts[index] ?? 0) < to));
  const last = assertions.filter(({ line }) => before.has(line)).at(-1);
  if (last === undefined) return null;
  // Brackets that opened above are not known here: only a bare return in the column of the check says it.
  const stop = stopAmong(piece, 0, piece.lines.indexOf(last.line));
  return stop !== null && /^\s*return;?$/.test(stop.line.code) && indentOf(stop.line.text) === indentOf(last.line.text) ? stop : null;
}

function stopAmong({ lines, depths }: Piece, from: number, to: number, isFirst = false): TestCase['stopped'] {
  if (isFirst && lines.slice(to).every(({ code }) => code.trim().length < 3)) return null;
  const indent = indentOf(lines[to]?.text ?? '');
  // The check may stand deeper: in Go every one stands in an `if`. What opened after the end must still be open there.
  const shallowest = shallowestBefore(depths, from, to);
  for (let index = from; index < to; index += 1) {
    const line = lines[index];
    const depth = depths[index] ?? 0;
    if (line === undefined || depth > (shallowest[index - from] ?? 0) || (depth < (depths[to] ?? 0) && !BARE.test(line.code)) || !STOPS.test(line.code.slice(0, 400)) || indentOf(line.text) > indent) continue;
    const before = lines[index - 1]?.code ?? '';
    if (/^\s*(?:if|else|elif|unless|for|while|case|when|guard|try|except|catch)\b/.test(before) && !/[{};]\s*$/.test(before) && indentOf(before) < indentOf(line.text)) continue;
    return { text: line.text.trim(), line };
  }
  const always = lines.slice(from, to).find(({ code }, index) => ALWAYS.test(code.slice(0, 200)) || (ENVIRONMENT.test(code.slice(0, 400)) && /\breturn\s{0,3};?\s{0,3}\}?\s*$/.test(LEAVES.test(code) ? code : (lines[from + index + 1]?.code ?? ''))));
  return always === undefined ? null : { text: always.text.trim(), line: always };
}

/** For each line the least depth from it to the last one. */
function shallowestBefore(depths: readonly number[], from: number, to: number): number[] {
  const least: number[] = [];
  for (let index = to, low = Infinity; index >= from; index -= 1) {
    low = Math.min(low, depths[index] ?? 0);
    least[index - from] = low;
  }
  return least;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
