import type { Assertion, Evidence, TestCase, TestPair } from '../../model/index.js';

/** A check that is there on both sides, in the same test. */
export interface Match {
  readonly pair: TestPair;
  readonly old: Assertion;
  readonly now: Assertion;
}

/** What became of the checks of one test. */
export interface PairChange {
  readonly pair: TestPair;
  readonly matches: readonly Match[];
  /** Gone, and nowhere else in the change. */
  readonly lost: readonly Assertion[];
  readonly gained: readonly Assertion[];
}

const known = new WeakMap<Evidence, readonly PairChange[]>();
const MOST = 400;

/** Of every test that is there on both sides, and of what stands outside of tests, its checks compared as sets. */
export function changesOf(evidence: Evidence): readonly PairChange[] {
  const before = known.get(evidence);
  if (before !== undefined) return before;
  const { kept, outside, added, newFunctions } = evidence.tests;
  const pairs = [...kept.filter(({ old }) => !old.isGroup), ...outside].map((pair) => ({ pair, ...byKey(pair) }));
  const pool = new Map<string, number>();
  const put = (assertion: Assertion) => pool.set(assertion.key, (pool.get(assertion.key) ?? 0) + 1);
  for (const { gained } of pairs) gained.forEach(put);
  for (const test of [...added, ...newFunctions.values()]) test.assertions.forEach(put);
  const changes = pairs.map(({ pair, same, lost, gained }) => {
    const { matches, lostLeft, gainedLeft } = matched(pair, lost, gained);
    const left = lostLeft.filter((assertion) => {
      const count = pool.get(assertion.key) ?? 0;
      if (count > 0) pool.set(assertion.key, count - 1);
      return count === 0;
    });
    return { pair, matches: [...same, ...matches], lost: left, gained: gainedLeft };
  });
  known.set(evidence, changes);
  return changes;
}

function byKey(pair: TestPair): { same: Match[]; lost: Assertion[]; gained: Assertion[] } {
  const waiting = new Map<string, Assertion[]>();
  for (const assertion of [...pair.now.assertions].reverse()) {
    const list = waiting.get(assertion.key);
    if (list === undefined) waiting.set(assertion.key, [assertion]);
    else list.push(assertion);
  }
  const same: Match[] = [];
  const lost = pair.old.assertions.filter((old) => {
    const now = waiting.get(old.key)?.pop();
    if (now !== undefined) same.push({ pair, old, now });
    return now === undefined;
  });
  return { same, lost, gained: [...waiting.values()].flatMap((list) => list.reverse()) };
}

/** The others are matched by what they look at: the nearest subject, in their order. */
function matched(pair: TestPair, lost: readonly Assertion[], gained: readonly Assertion[]): { matches: Match[]; lostLeft: Assertion[]; gainedLeft: Assertion[] } {
  const waiting = new Set(gained.slice(0, MOST));
  const isOnly = lost.length === 1 && gained.length === 1;
  const matches: Match[] = [];
  const lostLeft = lost.filter((old, index) => {
    if (index >= MOST) return true;
    let best: { now: Assertion; score: number } | null = null;
    for (const now of waiting) {
      const score = Math.max(nearness(old, now), isOnly && old.isHelper === now.isHelper && (old.matcher === now.matcher || (RAISES.test(old.matcher) && RAISES.test(now.matcher))) ? 0.5 : 0);
      if (score >= (isOnly ? 0.4 : 0.5) && (best === null || score > best.score)) best = { now, score };
    }
    if (best === null) return true;
    waiting.delete(best.now);
    matches.push({ pair, old, now: best.now });
    return false;
  });
  return { matches, lostLeft, gainedLeft: [...waiting, ...gained.slice(MOST)] };
}

/** How much of what the shorter one mentions the other mentions too; an equal argument or matcher speaks for it. */
function nearness(old: Assertion, now: Assertion): number {
  if (old.isHelper !== now.isHelper) return 0;
  const shared = old.args.some((arg) => arg.length > 2 && !LITERAL.test(arg) && now.args.includes(arg));
  if (shared) return 1 + (old.matcher === now.matcher ? 0.5 : 0);
  const [a, b] = [wordsOf(old), wordsOf(now)];
  const common = [...a].filter((word) => b.has(word)).length;
  const fewest = Math.min(a.size, b.size);
  if (fewest === 0) return old.matcher === now.matcher ? 0.5 : 0;
  return common / fewest - (old.matcher === now.matcher ? 0 : 0.05);
}

/** Checks that something fails. */
export const RAISES = /raise|throw|expectexception|panic|rejects|fails?with/i;

export const LITERAL = /^[-+!&*]?(?:\d[\w.]*|"[^"]*"|'[^']*'|`[^`]*`|[rbuf]"[^"]*"|true|false|True|False|null|nil|None|undefined|\[\]|\{\})$/;

const words = new WeakMap<Assertion, ReadonlySet<string>>();
function wordsOf(assertion: Assertion): ReadonlySet<string> {
  const before = words.get(assertion);
  if (before !== undefined) return before;
  const found = new Set([...assertion.args.join(' ').slice(0, 2_000).replace(/(["'`])[^"'`\n]{0,200}\1/g, ' ').matchAll(/[A-Za-z_]\w{2,}/g)].map(([word]) => word));
  words.set(assertion, found);
  return found;
}

/** How many values a test checks: its checks, once for each row. */
export const checksIn = (test: TestCase): number => test.assertions.length * Math.max(1, test.rows.length);
