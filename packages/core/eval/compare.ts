import type { Verdict } from '../src/model/index.js';
import type { Expected } from './cases.js';

/** The part of a verdict that a case can be wrong about. */
export interface Actual {
  readonly verdict: Verdict['verdict'];
  readonly risk: Verdict['risk'];
  readonly confidence: number;
  readonly mustFix: number;
  readonly shouldFix: number;
}

/** What differs from the expectation, one sentence each. */
export function failuresOf(expected: Expected, actual: Actual): string[] {
  const { verdicts, confidence } = wrongVerdict(expected, actual);
  const failures = [...verdicts, ...confidence];
  if (expected.risk !== undefined && actual.risk !== expected.risk) failures.push(`risk: expected ${expected.risk}, got ${actual.risk}`);
  failures.push(...outside('must_fix', actual.mustFix, expected.mustFixMin, expected.mustFixMax));
  failures.push(...outside('should_fix', actual.shouldFix, expected.shouldFixMin, expected.shouldFixMax));
  const surplus = surplusOf(expected, actual);
  if (expected.maxFalsePositives !== undefined && surplus > expected.maxFalsePositives) {
    failures.push(`false positives: allowed ${expected.maxFalsePositives}, got ${surplus}`);
  }
  return failures;
}

/** The verdict is one of those expected and the confidence is within its bounds. */
export function agrees(expected: Expected, actual: Actual): boolean {
  const { verdicts, confidence } = wrongVerdict(expected, actual);
  return verdicts.length + confidence.length === 0;
}

/** Findings beyond what the case expects: above the upper bound, or above the lower one where there is no upper. */
export function surplusOf(expected: Expected, actual: Actual): number {
  const must = expected.mustFixMax ?? expected.mustFixMin ?? 0;
  const should = expected.shouldFixMax ?? expected.shouldFixMin ?? 0;
  return Math.max(0, actual.mustFix - must) + Math.max(0, actual.shouldFix - should);
}

function wrongVerdict(expected: Expected, actual: Actual): { verdicts: string[]; confidence: string[] } {
  const allowed = expected.verdictAnyOf ?? [expected.verdict];
  const verdicts = allowed.includes(actual.verdict) ? [] : [`verdict: expected ${allowed.join(' or ')}, got ${actual.verdict}`];
  return { verdicts, confidence: outside('confidence', actual.confidence, expected.confidenceMin, expected.confidenceMax) };
}

function outside(name: string, value: number, min: number | undefined, max: number | undefined): string[] {
  if (min !== undefined && value < min) return [`${name}: expected at least ${min}, got ${value}`];
  if (max !== undefined && value > max) return [`${name}: expected at most ${max}, got ${value}`];
  return [];
}
