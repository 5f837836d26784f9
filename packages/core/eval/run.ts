import type { EvalCase } from './cases.js';
import { type Actual, agrees, failuresOf, surplusOf } from './compare.js';

export const THRESHOLDS = { verdictAgreement: 0.9, falsePositiveRate: 0.1 };

export interface CaseResult {
  readonly id: string;
  readonly kind: EvalCase['kind'];
  readonly stack: string;
  readonly passed: boolean;
  readonly failures: readonly string[];
  readonly actual: Actual;
}

export interface EvalReport {
  readonly schemaVersion: 1;
  /** Every case as expected and both thresholds held. */
  readonly passed: boolean;
  readonly metrics: { readonly cases: number; readonly verdictAgreement: number; readonly falsePositiveRate: number };
  readonly thresholds: typeof THRESHOLDS;
  readonly cases: readonly CaseResult[];
}

/** Judges every case and sums up. The judge is given, so that a test can play one that is wrong. */
export async function runEval(cases: readonly EvalCase[], judge: (one: EvalCase) => Promise<Actual>): Promise<EvalReport> {
  const judged: { one: EvalCase; actual: Actual }[] = [];
  for (const one of cases) judged.push({ one, actual: await judge(one) });
  const metrics = metricsOf(judged);
  const results = judged.map(({ one, actual }) => resultOf(one, actual));
  const held = metrics.verdictAgreement >= THRESHOLDS.verdictAgreement && metrics.falsePositiveRate <= THRESHOLDS.falsePositiveRate;
  return { schemaVersion: 1, passed: held && results.every(({ passed }) => passed), metrics, thresholds: THRESHOLDS, cases: results };
}

function resultOf({ id, kind, stack, expected }: EvalCase, actual: Actual): CaseResult {
  const failures = failuresOf(expected, actual);
  return { id, kind, stack, passed: failures.length === 0, failures, actual };
}

function metricsOf(judged: readonly { one: EvalCase; actual: Actual }[]): EvalReport['metrics'] {
  const agreeing = judged.filter(({ one, actual }) => agrees(one.expected, actual)).length;
  let emitted = 0;
  let beyond = 0;
  for (const { one, actual } of judged) {
    const allowed = one.expected.maxFalsePositives;
    if (allowed === undefined) continue;
    emitted += actual.mustFix + actual.shouldFix;
    beyond += Math.max(0, surplusOf(one.expected, actual) - allowed);
  }
  return { cases: judged.length, verdictAgreement: shareOf(agreeing, judged.length, 1), falsePositiveRate: shareOf(beyond, emitted, 0) };
}

/** Rounded to four digits, so that a report reads the same everywhere. */
function shareOf(part: number, whole: number, ofNothing: number): number {
  return whole === 0 ? ofNothing : Math.round((part / whole) * 10_000) / 10_000;
}
