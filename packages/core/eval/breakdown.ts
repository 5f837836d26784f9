import { FINAL_VERDICTS, VERDICTS } from '../src/model/schemas/names.js';
import type { Corpus } from './model.js';
import type { CaseResult } from './result.js';
import { type Share, shareOf } from './share.js';

export const NO_VERDICT = 'none';
export const WORDS: Readonly<Record<Corpus, readonly string[]>> = { texts: VERDICTS, repositories: FINAL_VERDICTS };

/** How often each verdict was said where another one, or the same, was expected: `counts[expected][said]`. */
export interface Confusion {
  readonly corpus: Corpus;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface StackRow {
  readonly stack: string;
  readonly asExpected: Share;
  readonly wrong: readonly string[];
  readonly meanMs: number;
}

/** A case that accepts several verdicts is counted where it was answered, or under the first when none of them was said. */
export function confusionOf(corpus: Corpus, results: readonly CaseResult[]): Confusion {
  const words = WORDS[corpus];
  const counts = Object.fromEntries(words.map((word) => [word, Object.fromEntries([...words, NO_VERDICT].map((said) => [said, 0]))]));
  for (const { expected, actual } of results) {
    const said = actual?.verdict ?? NO_VERDICT;
    const row = counts[expected.verdicts.includes(said) ? said : (expected.verdicts[0] ?? said)];
    if (row !== undefined) row[said] = (row[said] ?? 0) + 1;
  }
  return { corpus, counts };
}

/** One row for each stack, by name. */
export function stackRows(results: readonly CaseResult[]): StackRow[] {
  const stacks = [...new Set(results.map(({ stack }) => stack))].sort();
  return stacks.map((stack) => {
    const mine = results.filter((one) => one.stack === stack);
    const wrong = mine.filter(({ passed }) => !passed).map(({ id }) => id);
    const meanMs = Math.round(mine.reduce((sum, { durationMs }) => sum + durationMs, 0) / mine.length);
    return { stack, asExpected: shareOf(mine.length - wrong.length, mine.length, 1), wrong, meanMs };
  });
}
