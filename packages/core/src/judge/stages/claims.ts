import type { Claim, ClaimStatus, StageEvidence, StageFinding } from '../../model/index.js';
import { isSurviving } from './severity.js';

/** The claim that stands in when nobody but the maker of the change says what it is for. Nothing can verify it, so it stays open. */
export const C0: Claim = {
  id: 'C-0',
  statement: 'the intent of the change can be told from a primary source',
  priority: 'must-verify',
  source: { tier: 'secondary', kind: 'user-prompt', ref: '' },
  plannedChecks: [],
  status: 'unverified',
  evidenceIds: [],
};

/** The claims, C-0 first where none of them comes from a primary source. Secondary ones stay beside it. */
export function withC0(claims: readonly Claim[]): Claim[] {
  const own = claims.filter(({ id }) => id !== C0.id);
  return own.some(({ source }) => source.tier === 'primary') ? own : [C0, ...own];
}

/** What is known of a claim, from what names it and what is linked to it. */
export function statusOf({ id, evidenceIds }: Pick<Claim, 'id' | 'evidenceIds'>, findings: readonly StageFinding[], evidence: readonly StageEvidence[]): ClaimStatus {
  if (findings.some((finding) => finding.reproduced && isSurviving(finding) && finding.claimIds.includes(id))) return 'failed';
  return evidence.some((one) => evidenceIds.includes(one.id)) ? 'verified' : 'unverified';
}

export function withStatus(claims: readonly Claim[], findings: readonly StageFinding[], evidence: readonly StageEvidence[]): Claim[] {
  return claims.map((claim) => ({ ...claim, status: statusOf(claim, findings, evidence) }));
}

/** Positive evidence is linked to the claims that it names, or else to all that planned a check of its kind. C-0 takes none. */
export function withLinked(claims: readonly Claim[], { id, checkKind }: Pick<StageEvidence, 'id' | 'checkKind'>, claimIds?: readonly string[]): Claim[] {
  const isMeant = (claim: Claim) => claim.id !== C0.id && (claimIds === undefined ? claim.plannedChecks.includes(checkKind) : claimIds.includes(claim.id));
  return claims.map((claim) => (isMeant(claim) && !claim.evidenceIds.includes(id) ? { ...claim, evidenceIds: [...claim.evidenceIds, id] } : claim));
}
