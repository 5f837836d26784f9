import type { FinalVerdict } from '@verifier/core';
import type { SemanticCase } from './recordings.js';
import type { Replayed } from './replay.js';

export interface Outcome {
  readonly one: SemanticCase;
  readonly off: Replayed;
  readonly on: Replayed;
}

export interface Metrics {
  /** Share of the bad changes that are not let through. */
  readonly recall: number;
  /** Share of the good changes that are stopped although their case does not allow it. */
  readonly fpRate: number;
  /** Findings of the lens that warn or block in good changes, of all that warn or block. */
  readonly falsePositiveRate: number;
  readonly verdictAgreement: number;
}

export type Bars = Pick<Metrics, 'recall' | 'fpRate' | 'verdictAgreement'>;

const opens = (verdict: FinalVerdict): boolean => verdict === 'mergeable';
const isBad = ({ one }: Outcome): boolean => one.defect;
const isGood = ({ one }: Outcome): boolean => !one.defect;

export function metricsOf(outcomes: readonly Outcome[], gate: 'on' | 'off'): Metrics {
  const bad = outcomes.filter(isBad);
  const good = outcomes.filter(isGood);
  const agrees = (outcome: Outcome) => outcome.one.expected.includes(outcome[gate].verdict);
  const raised = (of: readonly Outcome[]) => of.reduce((sum, outcome) => sum + outcome[gate].raised, 0);
  return {
    recall: share(bad.filter((outcome) => !opens(outcome[gate].verdict)).length, bad.length, 1),
    fpRate: share(good.filter((outcome) => !agrees(outcome)).length, good.length, 0),
    falsePositiveRate: share(raised(good), raised(outcomes), 0),
    verdictAgreement: share(outcomes.filter(agrees).length, outcomes.length, 1),
  };
}

/** What does not reach its bar, one sentence each. */
export function failuresOf(metrics: Metrics, bars: Bars): string[] {
  return [
    ...(metrics.recall < bars.recall ? [`recall ${metrics.recall} is below ${bars.recall}`] : []),
    ...(metrics.fpRate > bars.fpRate ? [`fpRate ${metrics.fpRate} is above ${bars.fpRate}`] : []),
    ...(metrics.verdictAgreement < bars.verdictAgreement ? [`verdictAgreement ${metrics.verdictAgreement} is below ${bars.verdictAgreement}`] : []),
  ];
}

/** Good changes that only refutation lets through. */
export const requiringRefutation = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter((outcome) => isGood(outcome) && !outcome.one.expected.includes(outcome.off.verdict) && outcome.one.expected.includes(outcome.on.verdict)).map(({ one }) => one.id);

/** Bad changes that core alone lets through and the stages do not: somebody had to read. */
export const seenByReading = (outcomes: readonly Outcome[]): string[] => outcomes.filter((outcome) => isBad(outcome) && opens(outcome.one.core) && !opens(outcome.on.verdict)).map(({ one }) => one.id);

const share = (part: number, of: number, ofNothing: number): number => (of === 0 ? ofNothing : Math.round((part / of) * 10_000) / 10_000);
