import type { Said } from '../../../model/index.js';
import { bareOf, isTopic, NOUNS } from './words.js';

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const PASSED = 'passed|passing|passes|pass|succeeded|successful|successes|ok|green';
const FAILED = 'failed|failing|failures?|fails?|errors?|errored|crash(?:ed|es)?|timed out|time-?outs?|aborted|cancell?ed|broken|unsuccessful|not ok|killed|terminated|interrupted|panicked|did not run|not run|undefined|red';
const SKIPPED = 'skipped|skips?|pending|todo|ignored|disabled|deselected|excluded';
const NEUTRAL = /^(?:total|in total|assertions?|expects?|expectations?|snapshots?|files?|steps?|requests?)$/;

const CROSS = /[❌✗✘✖]\uFE0F? ?(\d{1,9})\b/g;
const BREAKS = /(?: \||,|;| ·| •| and| \/| -) | (?=[❌✗✘✖✅✔✓])/;
const TIME = /(?:(?:in|took|finished in|duration:?|time:?) )?\(?\d{1,9}(?:\.\d{1,6})? ?(?:ms|s|sec|secs|seconds?|m|min|minutes?)(?: \d{1,3}(?:\.\d{1,6})? ?(?:s|ms))?\)?$/i;
const IN_ALL = / \(\d{1,9}(?: total)?\)$/;
const FULL_STOP = /[.!]{1,3}$/;

let patterns: ReturnType<typeof patternsOf> | null = null;

/**
 * What a line says that opens with a count (`3 failed`, `Tests 1 failed | 14 passed`, `24 passed, 0 errors in 0.44s`, `3/3
 * passed`, `two tests failed`): totals, what deserves a warning, or that only a part passed. Red is any number of failures;
 * green only a line of which every item is understood.
 */
export function readCounts(line: string): readonly Said[] {
  const text = bareOf(line);
  patterns ??= patternsOf();
  if (text === null || !patterns.opens.test(text)) return [];
  const failed = sumOf(text.matchAll(patterns.red)) + sumOf(text.matchAll(CROSS));
  const items = text.replace(FULL_STOP, '').split(BREAKS).map(itemOf);
  const amountOf = (kind: Item['kind']) => items.reduce((sum, item) => sum + (item.kind === kind ? item.amount : 0), 0);
  const has = (kind: Item['kind']) => items.some((item) => item.kind === kind);

  const skipped = amountOf('skipped');
  if (failed > 0) return [{ kind: 'totals', passed: amountOf('passed'), failed, skipped }];
  if (has('part')) return [{ kind: 'unfinished' }];
  if (has('other')) return [];
  // `15 tests, 0 failures`
  const isCounted = !has('passed') && has('failed') && has('count');
  const passed = isCounted ? Math.max(0, amountOf('count') - skipped) : amountOf('passed');
  const soft = (['flaky', 'warning'] as const).flatMap((what): Said[] => (amountOf(what) > 0 ? [{ kind: 'soft', what, amount: amountOf(what) }] : []));
  // `0 failures` alone says neither that something passed nor that nothing was executed.
  return has('passed') || isCounted || skipped > 0 ? [{ kind: 'totals', passed, failed, skipped }, ...soft] : soft;
}

interface Item {
  readonly kind: 'passed' | 'failed' | 'skipped' | 'count' | 'flaky' | 'warning' | 'neutral' | 'part' | 'other';
  readonly amount: number;
}

function itemOf(text: string): Item {
  const item = text.trim().replace(IN_ALL, '').replace(TIME, '').trim();
  if (item === '') return { kind: 'neutral', amount: 0 };
  const { item: pattern, verdict } = (patterns ??= patternsOf());
  const [, number, all, rest = ''] = pattern.exec(item) ?? [];
  if (number === undefined) return { kind: 'other', amount: 0 };
  const amount = numberOf(number);
  const word = withoutNouns(rest);
  if (all !== undefined && amount < Number(all)) return { kind: 'part', amount };
  const { passed, failed, skipped } = verdict.exec(word)?.groups ?? {};
  if (passed !== undefined) return { kind: 'passed', amount };
  if (failed !== undefined) return { kind: 'failed', amount };
  if (skipped !== undefined) return { kind: 'skipped', amount };
  if (word === 'flaky') return { kind: 'flaky', amount };
  if (word === 'warning' || word === 'warnings') return { kind: 'warning', amount };
  return { kind: word === '' ? 'count' : NEUTRAL.test(word) ? 'neutral' : 'other', amount };
}

// `unit tests passed` → `passed`; `tests` → ``
function withoutNouns(text: string): string {
  const words = text.toLowerCase().split(' ');
  let from = 0;
  const isNoun = (at: number) => NOUNS.has(words[at] ?? '');
  while (isNoun(from) || (isTopic(words[from] ?? '') && isNoun(from + 1))) from += 1;
  return words.slice(from).join(' ');
}

const sumOf = (matches: Iterable<RegExpMatchArray>): number => [...matches].reduce((sum, [, amount = '0']) => sum + numberOf(amount), 0);

function numberOf(amount: string): number {
  const at = NUMBERS.indexOf(amount.toLowerCase());
  return at >= 0 ? at : amount.toLowerCase() === 'no' ? 0 : Number(amount);
}

function patternsOf() {
  const amount = `(?:\\d{1,9}|no|${NUMBERS.join('|')})`;
  return {
    opens: new RegExp(`^(?:[❌✗✘✖✅✔✓]\\uFE0F? ?)?(?:all )?${amount}(?: ?/ ?\\d{1,9}| (?:out )?of (?:the )?\\d{1,9})? (?=.{0,60}\\b(?:${PASSED}|${FAILED}|${SKIPPED}|tests?|specs?|examples?)\\b)`, 'i'),
    red: new RegExp(`(?<![\\w./])(${amount}) (?:(?:unit |integration |e2e )?(?:tests?|specs?|checks?|suites?|examples?|files?|scenarios?|cases?) )?(?:have |has |were |was )?(?:${FAILED})\\b(?!-)`, 'gi'),
    item: new RegExp(`^(?:[✅✔✓❌✗✘✖]\\uFE0F? ?)?(?:all )?(${amount})(?:(?: ?/ ?| (?:out )?of (?:the )?)(\\d{1,9}))?(?: (.{1,60}))?$`, 'i'),
    verdict: new RegExp(`^(?:(?:have |has |were |was |all ){0,2}(?:(?<passed>${PASSED})|(?<failed>${FAILED})|(?<skipped>${SKIPPED})))$`, 'i'),
  };
}
