import { failuresOf } from './compare.js';
import type { Actual, Corpus, Debt, EvalCase, Expected, Outcome } from './model.js';

/** One judged case, with all that the figures need, so that shards can be put together later. */
export interface CaseResult {
  readonly id: string;
  readonly corpus: Corpus;
  readonly kind: string;
  readonly stack: string;
  readonly passed: boolean;
  /** What differs from the expectation. */
  readonly failures: readonly string[];
  readonly defect: boolean;
  readonly debt?: Debt;
  readonly expected: Expected;
  /** null: the verifier gave no verdict, and `failures` says why. */
  readonly actual: Actual | null;
  readonly durationMs: number;
}

export function resultOf({ id, kind, stack, defect, debt, expected, input }: EvalCase, { actual, durationMs }: Outcome): CaseResult {
  const verdict = 'error' in actual ? null : actual;
  const failures = 'error' in actual ? [`no verdict: ${actual.error}`] : failuresOf(expected, actual);
  return { id, corpus: input.corpus, kind, stack, passed: failures.length === 0, failures, defect, ...(debt === undefined ? {} : { debt }), expected, actual: verdict, durationMs };
}

/** A miss that somebody answers for. */
export const isOwed = ({ passed, debt, expected }: CaseResult): boolean => !passed && (debt !== undefined || expected.knownGap === true);
