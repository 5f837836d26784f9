import type { FinalVerdict } from '../model/index.js';

/** The final verdicts that each `--fail-on` value fails on. */
const FAILS = {
  mergeable: ['conditional', 'not_mergeable', 'inconclusive'],
  conditional: ['conditional', 'not_mergeable', 'inconclusive'],
  inconclusive: ['inconclusive', 'not_mergeable'],
  not_mergeable: ['not_mergeable'],
} as const satisfies Record<FinalVerdict, readonly FinalVerdict[]>;

/** 0: judged; 1: the judgement reached what `--fail-on` names. */
export function exitCodeOf(final: FinalVerdict, failOn: FinalVerdict | undefined): 0 | 1 {
  const fails: readonly FinalVerdict[] = failOn ? FAILS[failOn] : [];
  return fails.includes(final) ? 1 : 0;
}
