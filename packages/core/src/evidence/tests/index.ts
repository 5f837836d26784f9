import { type DiffFile, type DiffModel, NO_TESTS, type TestCase, type TestChanges, type TestPair } from '../../model/index.js';
import { HEADS } from './heads.js';
import { type Inventory, headsOf, inventoryOf } from './inventory.js';
import { ASSERTIONS } from './assertions/index.js';
import { piecesOf } from './piece.js';
import { likeness } from './likeness.js';

/** Text of all test files together that is read: more is nobody's change by hand. */
const BUDGET = 4 << 20;
/** Bodies that are compared with one another. */
const MOST_COMPARED = 400;
const ALIKE = 0.8;

/** The tests of both sides of the whole change. A file holds tests by its role; a source file of Rust may hold its own. */
export function readTests(diff: DiffModel): TestChanges {
  const files = diff.files.filter(holdsTests);
  if (files.length === 0) return NO_TESTS;
  let left = BUDGET;
  const pieces = files.flatMap((file) => {
    left -= file.hunks.reduce((sum, { lines }) => sum + lines.reduce((size, { text }) => size + text.length, 0), 0);
    return left < 0 ? [] : piecesOf(file);
  });
  const headed = pieces.map((piece) => ({ piece, heads: headsOf(piece) }));
  const plain = new Set<string>();
  const first = headed.map(({ piece, heads }) => inventoryOf(piece, heads, plain));
  const helpers = new Set(first.flatMap(({ functions }) => functions.filter(({ assertions }) => assertions.length > 0).map(({ name }) => name)));
  const read = helpers.size === 0 ? first : headed.map(({ piece, heads }) => inventoryOf(piece, heads, helpers));
  return compare(read, helpers);
}

export function holdsTests(file: DiffFile): boolean {
  const language = file.language ?? '';
  if (!(language in HEADS) || !(language in ASSERTIONS) || file.hunks.length === 0) return false;
  if (file.role === 'test') return true;
  return language === 'rust' && file.role === 'source' && file.hunks.some(({ section, lines }) => RUST_TESTS.test(section) || lines.some(({ text }) => RUST_TESTS.test(text)));
}
const RUST_TESTS = /#\[\s*(?:\w+::)*test\b|#\[cfg\(.*\btest\b|\bmod tests\b|\bassert(?:_eq|_ne)?!/;

function compare(read: readonly Inventory[], helpers: ReadonlySet<string>): TestChanges {
  const sideOf = (side: 'old' | 'now') => read.filter(({ piece }) => piece.side === side);
  const old = sideOf('old').flatMap(({ tests }) => tests);
  const now = sideOf('now').flatMap(({ tests }) => tests);
  const kept: TestPair[] = [];
  const restOld = takePairs(old, now, kept, (test) => `${test.file.path}\0${test.hunk}\0${test.name}\0${test.isGroup}`);
  const restFile = takePairs(restOld.old, restOld.now, kept, (test) => `${test.file.path}\0${test.name}\0${test.isGroup}`);
  const rest = takePairs(restFile.old, restFile.now, kept, (test) => (test.body === '' ? null : `${test.body}\0${test.isGroup}`));
  const byName = takePairs(rest.old, rest.now, kept, (test) => (test.name === '' || test.isGroup ? null : test.name), ({ old: one, now: other }) => likeness(one.body, other.body) >= 0.3);
  const alike = takeAlike(byName, kept);
  const functionsNow = sideOf('now').flatMap(({ functions }) => functions);
  const functionsOld = new Set(sideOf('old').flatMap(({ functions }) => functions.map(({ file, name }) => `${file.path}\0${name}`)));
  const newFunctions = functionsNow.filter(({ file, name }) => !functionsOld.has(`${file.path}\0${name}`));
  const becameHelpers: TestPair[] = [];
  const removed = alike.old.filter((test) => {
    const into = test.isGroup ? undefined : newFunctions.find((other) => other.file.path === test.file.path && (other.name === test.name || likeness(other.body, test.body) >= ALIKE) && (other.body !== '' || other.name === test.name));
    if (into !== undefined) becameHelpers.push({ old: test, now: into });
    return into === undefined;
  });
  const functionPairs: TestPair[] = [];
  takePairs(sideOf('old').flatMap(({ functions }) => functions), functionsNow, functionPairs, (test) => `${test.file.path}\0${test.name}`);
  return {
    kept: kept.filter(({ old: one, now: other }) => one !== other),
    removed, added: alike.now, helpers, becameHelpers,
    outside: [...functionPairs, ...outsidePairs(read)],
    duplicates: duplicatesIn(sideOf('now')),
    newFunctions: new Map(newFunctions.map((test) => [test.name, test])),
  };
}

/** Pairs tests that are equal by a key, in their order. */
function takePairs(old: readonly TestCase[], now: readonly TestCase[], kept: TestPair[], keyOf: (test: TestCase) => string | null, fits: (pair: TestPair) => boolean = () => true): { old: TestCase[]; now: TestCase[] } {
  const waiting = new Map<string, TestCase[]>();
  for (const test of now) {
    const key = keyOf(test);
    if (key === null) continue;
    const list = waiting.get(key);
    if (list === undefined) waiting.set(key, [test]);
    else list.push(test);
  }
  const taken = new Set<TestCase>();
  const rest = old.filter((test) => {
    const key = keyOf(test);
    const list = key === null ? undefined : waiting.get(key);
    const other = list?.[0];
    if (other === undefined || !fits({ old: test, now: other })) return true;
    list?.shift();
    taken.add(other);
    kept.push({ old: test, now: other });
    return false;
  });
  return { old: rest, now: now.filter((test) => !taken.has(test)) };
}

function takeAlike({ old, now }: { old: TestCase[]; now: TestCase[] }, kept: TestPair[]): { old: TestCase[]; now: TestCase[] } {
  if (old.length === 0 || now.length === 0 || old.length * now.length > MOST_COMPARED * MOST_COMPARED) return { old, now };
  const waiting = new Set(now);
  const rest = old.filter((test) => {
    if (test.isGroup) return true;
    const best = [...waiting].filter(({ isGroup }) => !isGroup).map((other) => ({ other, score: likeness(test.body, other.body) })).reduce<{ other: TestCase; score: number } | null>((top, one) => (top === null || one.score > top.score ? one : top), null);
    if (best === null || best.score < (best.other.hunk === test.hunk && best.other.file.path === test.file.path ? 0.6 : ALIKE)) return true;
    waiting.delete(best.other);
    kept.push({ old: test, now: best.other });
    return false;
  });
  return { old: rest, now: [...waiting] };
}

/** What stands outside of every test, hunk by hunk. */
function outsidePairs(read: readonly Inventory[]): TestPair[] {
  const now = new Map(read.filter(({ piece }) => piece.side === 'now').map((one) => [`${one.piece.file.path}\0${one.piece.hunk}`, one.outside]));
  return read.filter(({ piece }) => piece.side === 'old').flatMap(({ piece, outside }) => {
    const other = now.get(`${piece.file.path}\0${piece.hunk}`);
    return other === undefined ? [] : [{ old: outside, now: other }];
  });
}

/** The name was moved or changed rather than defined twice. */
const hasOld = ({ file }: Inventory['piece'], name: string): boolean => file.hunks.some(({ lines }) => lines.some(({ side, text }) => side === 'removed' && new RegExp(`\\b${name.replace(/[^\w]/g, '.')}\\b`).test(text)));

/** Tests of one piece that bear one name, the later of which hides the earlier. */
function duplicatesIn(read: readonly Inventory[]): TestPair[] {
  return read.flatMap(({ piece, tests }) => {
    if (!['python', 'ruby', 'bash'].includes(piece.file.language ?? '')) return [];
    const seen = new Map<string, TestCase>();
    const pairs: TestPair[] = [];
    // The hunk's section names the test above it.
    const above = /\bdef\s+(test\w*)|@test\s+["']([^"']+)/.exec(piece.file.hunks[piece.hunk]?.section ?? '');
    const section = above?.[1] ?? above?.[2];
    for (const test of tests) {
      if (section !== undefined && test.name === section && test.line.side === 'added' && /\(self\b/.test(test.line.text) === /\(self\b/.test(above?.[0] === undefined ? '' : (piece.file.hunks[piece.hunk]?.section ?? '')) && seen.size === 0 && pairs.length === 0 && !tests.some((other) => other !== test && other.name === section) && !hasOld(piece, section)) pairs.push({ old: { ...test, line: { ...test.line, at: piece.file.hunks[piece.hunk]?.newStart ?? 0, side: 'context', text: piece.file.hunks[piece.hunk]?.section ?? '' } }, now: test });
      if (test.isGroup) {
        seen.clear();
        continue;
      }
      const key = `${test.line.text.length - test.line.text.trimStart().length}\0${test.name}`;
      const before = seen.get(key);
      if (before !== undefined && /\bdef\b|@test/.test(test.line.text)) pairs.push({ old: before, now: test });
      seen.set(key, test);
    }
    return pairs.filter(({ old, now }) => old.line.side === 'added' || now.line.side === 'added');
  });
}
