import type { Claim, RunMeta, StageEvidence, StageFinding, StageName } from '@verifier/core';
import { sumOf } from '../ask.js';
import { StageError } from '../errors.js';
import { type Numbers, numbersAfter } from '../stage/numbers.js';
import type { StagesRequest } from './types.js';

/** What is known while the stages run, one after the other. */
export interface Progress {
  readonly claims: readonly Claim[];
  readonly findings: readonly StageFinding[];
  readonly evidence: readonly StageEvidence[];
  readonly meta: RunMeta;
}

export function beginning({ runId, base, head, now }: Pick<StagesRequest, 'runId' | 'base' | 'head' | 'now'>): Progress {
  const meta: RunMeta = { runId, startedAt: now().toISOString(), baseRef: base, headRef: head, trustLevel: 'untrusted', stagesExecuted: [], stagesSkipped: [], targets: [], cost: { inputTokens: 0, outputTokens: 0, usd: 0 }, durationMs: 0 };
  return { claims: [], findings: [], evidence: [], meta };
}

export const numbersOf = ({ findings, evidence }: Progress): Numbers => numbersAfter(findings, evidence);

export function skipping(progress: Progress, stage: StageName, reasonCode: StageError['reasonCode'], reason: string): Progress {
  const { meta } = progress;
  return { ...progress, meta: { ...meta, stagesSkipped: [...meta.stagesSkipped, { stage, reasonCode, reason }] } };
}

/** A stage that its provider did not finish. What it cost until then counts. */
export function lostTo(progress: Progress, stage: StageName, { reasonCode, message, spent }: StageError): Progress {
  const { meta } = progress;
  return skipping({ ...progress, meta: { ...meta, cost: sumOf(meta.cost, spent) } }, stage, reasonCode, message);
}

/** What a stage made of the progress, or the progress with that stage skipped when its provider failed. */
export async function unlessProviderFails(progress: Progress, stage: StageName, go: () => Promise<Progress>): Promise<Progress> {
  try {
    return await go();
  } catch (error) {
    if (!(error instanceof StageError)) throw error;
    return lostTo(progress, stage, error);
  }
}
