import type { CheckKind, Claim, FinalVerdict, SkippedStage, StageEvidence, StageFinding, StageName } from '../../model/index.js';
import { withStatus } from './claims.js';
import { isSurviving, withSeverity } from './severity.js';

/** All that the stages found out. Severities and statuses in it are derived anew, never believed. */
export interface StageResults {
  readonly claims: readonly Claim[];
  readonly findings: readonly StageFinding[];
  readonly evidence: readonly StageEvidence[];
  readonly skipped: readonly SkippedStage[];
}

/** Which stage does a planned check. */
export const STAGE_OF: Readonly<Record<CheckKind, StageName>> = { static: 'stage1', test: 'stage2', reading: 'stage3', runtime: 'stage5' };

/** The results with severities and statuses as they follow from them. */
export function settled(results: StageResults): StageResults {
  const findings = withSeverity(results.findings, results.claims);
  return { ...results, findings, claims: withStatus(results.claims, findings, results.evidence) };
}

/** What the stages alone say. Read it top to bottom: the first that applies. */
export function stageVerdict(results: StageResults): FinalVerdict {
  const { claims, findings, skipped } = settled(results);
  const surviving = findings.filter(isSurviving);
  const must = claims.filter(({ priority }) => priority === 'must-verify');
  if (surviving.some(({ severity }) => severity === 'blocker') || must.some(({ status }) => status === 'failed')) return 'not_mergeable';
  if (must.some((claim) => isLostToEnvironment(claim, skipped))) return 'inconclusive';
  if (surviving.some(({ severity }) => severity === 'major') || must.some(({ status }) => status === 'unverified')) return 'conditional';
  return 'mergeable';
}

/** Something was planned for it, and the environment let none of it happen. */
export function isLostToEnvironment({ plannedChecks }: Pick<Claim, 'plannedChecks'>, skipped: readonly SkippedStage[]): boolean {
  const isLost = (check: CheckKind) => skipped.some(({ stage, reasonCode }) => stage === STAGE_OF[check] && reasonCode === 'env-failure');
  return plannedChecks.length > 0 && plannedChecks.every(isLost);
}
