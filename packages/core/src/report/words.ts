import type { Decision, FinalVerdict, Judgement } from '../model/index.js';

/** What a verdict is called when a person reads it, and what to do next. */
export const WORDS = {
  open_pr: { title: 'May go on', next: 'Nothing to do.' },
  open_pr_with_warning: { title: 'May go on, with warnings', next: 'A reviewer should look at the warnings.' },
  block_pr: { title: 'Blocked', next: 'Fix what is listed and run the checks again.' },
  needs_context: { title: 'Cannot be judged yet', next: 'Give what is missing and run again.' },
} as const satisfies Record<Decision, { title: string; next: string }>;

export const FINAL_WORDS = {
  mergeable: 'mergeable',
  conditional: 'conditional',
  not_mergeable: 'not mergeable',
  inconclusive: 'inconclusive',
} as const satisfies Record<FinalVerdict, string>;

/** `block_pr, not mergeable, confidence 81, risk high, evidence executed` */
export const factsOf = ({ verdict }: Judgement): string =>
  [verdict.verdict, ...(verdict.final_verdict ? [FINAL_WORDS[verdict.final_verdict]] : []), `confidence ${verdict.confidence}`, `risk ${verdict.risk}`, `evidence ${verdict.evidence_grade}`].join(', ');
