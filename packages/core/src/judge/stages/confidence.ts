import type { CheckKind, Claim, ClaimPriority, ClaimStatus, Severity, StageEvidence } from '../../model/index.js';
import { isSurviving } from './severity.js';
import { settled, type StageResults } from './verdict.js';

const WEIGHT: Readonly<Record<ClaimPriority, number>> = { 'must-verify': 2, 'nice-to-verify': 1 };
/** In tenths, so that sums are whole numbers and the order of the claims cannot matter. */
const STRENGTH: Readonly<Record<CheckKind, number>> = { runtime: 10, test: 9, static: 7, reading: 5 };
const IS_KNOWN: Readonly<Record<ClaimStatus, boolean>> = { verified: true, failed: true, unverified: false };
const PENALTY: Readonly<Record<Severity, number>> = { blocker: 15, major: 8, minor: 2, info: 1 };

/** How much of what was claimed is known, less what was found: 0 to 100. It decides nothing. */
export function stageConfidence(results: StageResults): number {
  const { claims, findings, evidence } = settled(results);
  const surviving = findings.filter(isSurviving);
  const whole = sum(claims.map(({ priority }) => WEIGHT[priority]));
  if (whole === 0) return 0;
  const linked = (claim: Claim) => [...claim.evidenceIds, ...surviving.filter((one) => one.reproduced && one.claimIds.includes(claim.id)).flatMap(({ evidenceIds }) => evidenceIds)];
  const known = sum(claims.filter(({ status }) => IS_KNOWN[status]).map((claim) => WEIGHT[claim.priority] * strengthOf(linked(claim), evidence)));
  return Math.max(0, Math.min(100, Math.round((10 * known) / whole) - sum(surviving.map(({ severity }) => PENALTY[severity]))));
}

function strengthOf(ids: readonly string[], evidence: readonly StageEvidence[]): number {
  return Math.max(0, ...evidence.filter(({ id }) => ids.includes(id)).map(({ checkKind }) => STRENGTH[checkKind]));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
