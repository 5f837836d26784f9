import type { Decision, FinalVerdict, Verdict } from '../model/index.js';

interface Told {
  readonly verdict: Decision;
  readonly final_verdict: FinalVerdict | null;
  readonly confidence: number;
  readonly risk: Verdict['risk'];
  readonly must: number;
  readonly should: number;
}

const FINAL = {
  mergeable: () => 'Mergeable',
  conditional: ({ should }) => `Conditional on ${count(should, 'point')}`,
  not_mergeable: ({ must }) => `Not mergeable: ${count(must, 'blocking point')}`,
  inconclusive: () => 'Inconclusive',
} as const satisfies Record<FinalVerdict, (told: Told) => string>;

const DIRECT = {
  open_pr: ({ should }) => `Open PR with ${should} should_fix item(s)`,
  open_pr_with_warning: ({ should }) => `Open PR with warning: ${should} should_fix item(s)`,
  block_pr: ({ must }) => `Block PR: ${must} must_fix item(s)`,
  needs_context: ({ should }) => `Needs context: ${should} should_fix item(s)`,
} as const satisfies Record<Decision, (told: Told) => string>;

/** One sentence, such as `Mergeable with confidence 82; risk is low.` */
export function summaryOf(told: Told): string {
  if (told.final_verdict === null) return `${DIRECT[told.verdict](told)}; risk is ${told.risk}.`;
  return `${FINAL[told.final_verdict](told)} with confidence ${told.confidence}; risk is ${told.risk}.`;
}

const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;
