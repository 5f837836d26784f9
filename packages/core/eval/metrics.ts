import { agrees, surplusOf } from './compare.js';
import { type CaseResult, isOwed } from './result.js';
import { type Share, shareOf } from './share.js';

/** Figures of the cases made of texts. */
export interface TextMetrics {
  readonly cases: number;
  /** Share of the cases whose verdict and confidence are as expected. */
  readonly verdictAgreement: number;
  /** Findings beyond expectation and allowance, of all findings, in the cases that state an allowance. */
  readonly falsePositiveRate: number;
  readonly shares: { readonly verdictAgreement: Share; readonly falsePositiveRate: Share; readonly wronglyOpened: Share; readonly wronglyStopped: Share };
}

/** Figures of the repository fixtures. */
export interface RepositoryMetrics {
  readonly cases: number;
  /** Share of the bad changes that are stopped or asked about. */
  readonly recall: number;
  /** Share of the good changes that are stopped or asked about although their case does not allow it. */
  readonly fpRate: number;
  /** Share of the cases that are as expected in all that they state. */
  readonly verdictAgreement: number;
  readonly shares: { readonly recall: Share; readonly fpRate: Share; readonly verdictAgreement: Share };
}

/** `adjusted`: without the cases that fail as a declared debt says. */
export interface Figures<T> {
  readonly raw: T;
  readonly adjusted: T;
}

export const textFigures = (results: readonly CaseResult[]): Figures<TextMetrics> => figuresOf(results, textMetrics);
export const repositoryFigures = (results: readonly CaseResult[]): Figures<RepositoryMetrics> => figuresOf(results, repositoryMetrics);

function figuresOf<T>(results: readonly CaseResult[], metrics: (of: readonly CaseResult[]) => T): Figures<T> {
  return { raw: metrics(results), adjusted: metrics(results.filter((one) => !isOwed(one))) };
}

function textMetrics(results: readonly CaseResult[]): TextMetrics {
  let emitted = 0;
  let beyond = 0;
  for (const { expected, actual } of results) {
    const allowed = expected.maxFalsePositives;
    if (allowed === undefined || actual === null) continue;
    emitted += actual.mustFix + actual.shouldFix;
    beyond += Math.max(0, surplusOf(expected, actual) - allowed);
  }
  const bad = results.filter(({ defect }) => defect);
  const good = results.filter(({ defect }) => !defect);
  const shares = {
    verdictAgreement: shareOf(results.filter(isAgreed).length, results.length, 1),
    falsePositiveRate: shareOf(beyond, emitted, 0),
    wronglyOpened: shareOf(bad.filter(({ actual }) => actual !== null && isOpen(actual.verdict)).length, bad.length, 0),
    wronglyStopped: shareOf(good.filter(({ actual, expected }) => actual !== null && !isOpen(actual.verdict) && !expected.verdicts.includes(actual.verdict)).length, good.length, 0),
  };
  return { cases: results.length, verdictAgreement: shares.verdictAgreement.share, falsePositiveRate: shares.falsePositiveRate.share, shares };
}

function repositoryMetrics(results: readonly CaseResult[]): RepositoryMetrics {
  const bad = results.filter(({ defect }) => defect);
  const good = results.filter(({ defect }) => !defect);
  const shares = {
    recall: shareOf(bad.filter(({ actual }) => actual !== null && STOPS.has(actual.verdict)).length, bad.length, 1),
    fpRate: shareOf(good.filter(isWronglyStopped).length, good.length, 0),
    verdictAgreement: shareOf(results.filter(({ passed }) => passed).length, results.length, 1),
  };
  return { cases: results.length, recall: shares.recall.share, fpRate: shares.fpRate.share, verdictAgreement: shares.verdictAgreement.share, shares };
}

const STOPS: ReadonlySet<string> = new Set(['conditional', 'not_mergeable']);
const isOpen = (verdict: string): boolean => verdict === 'open_pr' || verdict === 'open_pr_with_warning';
const isAgreed = ({ expected, actual }: CaseResult): boolean => actual !== null && agrees(expected, actual);
const isWronglyStopped = ({ actual, expected }: CaseResult): boolean => actual !== null && STOPS.has(actual.verdict) && !expected.verdicts.includes(actual.verdict);
