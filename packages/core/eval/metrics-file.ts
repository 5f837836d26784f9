import type { EvalReport } from './report.js';

const TIMES = /^\s*"(?:wallClockMs|durationMs)": \d+,?\n/gm;

/** `fixtures/metrics.json`: the figures that are committed, without the commit that they are part of. */
export function metricsText({ passed, texts, repositories, cases, debt, wallClockMs }: EvalReport): string {
  const fixtures = cases.filter(({ corpus }) => corpus === 'repositories');
  const owed = cases.flatMap(({ id, debt: owes, passed: isPaid }) => (owes === undefined ? [] : [{ id, paid: isPaid, ...owes }]));
  const figures = {
    schemaVersion: 1,
    passed,
    wallClockMs,
    repositories,
    texts,
    debt: owed,
    open: debt.open,
    fixtures: fixtures.map(({ id, stack, kind, passed: isRight, failures, actual, durationMs }) => ({ id, kind, stack, passed: isRight, verdict: actual?.verdict ?? null, failures, durationMs })),
  };
  return `${JSON.stringify(figures, null, 2)}\n`;
}

export const isSameButTimes = (a: string, b: string): boolean => a.replace(TIMES, '') === b.replace(TIMES, '');
