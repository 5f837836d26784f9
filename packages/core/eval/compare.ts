import type { Actual, Expected, ExpectedFinding } from './model.js';

/** What differs from the expectation, one sentence each. */
export function failuresOf(expected: Expected, actual: Actual): string[] {
  const { verdicts, confidence } = wrongVerdict(expected, actual);
  const failures = [...verdicts, ...confidence];
  if (expected.risk !== undefined && actual.risk !== expected.risk) failures.push(`risk: expected ${expected.risk}, got ${actual.risk}`);
  failures.push(...outside('must_fix', actual.mustFix, expected.mustFixMin, expected.mustFixMax));
  failures.push(...outside('should_fix', actual.shouldFix, expected.shouldFixMin, expected.shouldFixMax));
  for (const wanted of expected.findings ?? []) {
    if (!(actual.findings ?? []).some((found) => isThat(found, wanted))) failures.push(`finding: expected ${[wanted.rule, wanted.file].filter(Boolean).join(' at ')}, got ${told(actual)}`);
  }
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

function wrongVerdict({ verdicts: allowed, confidenceMin, confidenceMax }: Expected, { verdict, confidence }: Actual): { verdicts: string[]; confidence: string[] } {
  const verdicts = allowed.includes(verdict) ? [] : [`verdict: expected ${allowed.join(' or ')}, got ${verdict}`];
  return { verdicts, confidence: outside('confidence', confidence, confidenceMin, confidenceMax) };
}

function outside(name: string, value: number, min: number | undefined, max: number | undefined): string[] {
  if (min !== undefined && value < min) return [`${name}: expected at least ${min}, got ${value}`];
  if (max !== undefined && value > max) return [`${name}: expected at most ${max}, got ${value}`];
  return [];
}

const isThat = (found: ExpectedFinding, wanted: ExpectedFinding): boolean => (wanted.rule ?? found.rule) === found.rule && (wanted.file ?? found.file) === found.file;

const told = ({ findings = [] }: Actual): string => findings.map(({ rule, file }) => [rule, file].filter(Boolean).join(' at ')).join(', ') || 'none';
