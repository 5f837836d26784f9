import type { Basis, Decision } from '../model/index.js';

interface Scale {
  readonly start: number;
  readonly min: number;
  readonly max: number;
  readonly change: (must: number, should: number, basis: Basis) => number;
}

const perShould = (should: number) => Math.min(20, 4 * should);

/** Where each verdict starts and what it loses for what is missing. Points of 100. */
const SCALES = {
  open_pr: { start: 82, min: 80, max: 82, change: (_must, _should, { report }) => (report ? 0 : -2) },
  open_pr_with_warning: {
    start: 68,
    min: 30,
    max: 68,
    change: (_must, should, { report, highRisk }) => -(report ? 0 : 6) - perShould(should) - (highRisk ? 8 : 0),
  },
  block_pr: { start: 78, min: 78, max: 87, change: (must) => Math.min(9, 3 * must) },
  needs_context: {
    start: 55,
    min: 0,
    max: 55,
    change: (_must, should, { task, diff, logs, report, positive }) =>
      -(task ? 0 : 12) - (diff ? 0 : 12) - (logs ? 0 : 8) - (report ? 0 : 6) - (positive ? 0 : 16) - perShould(should),
  },
} as const satisfies Record<Decision, Scale>;

export function confidenceOf(verdict: Decision, must: number, should: number, basis: Basis): number {
  const { start, min, max, change } = SCALES[verdict] as Scale;
  return Math.min(max, Math.max(min, start + change(must, should, basis)));
}
