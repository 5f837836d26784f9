import type { Claim, Severity, StageCategory, StageFinding } from '../../model/index.js';

/** What a category weighs, by whether something was run that showed it. */
export const SEVERITY_OF: Readonly<Record<StageCategory, { readonly reproduced: Severity; readonly opinion: Severity }>> = {
  security: { reproduced: 'blocker', opinion: 'major' },
  'data-loss': { reproduced: 'blocker', opinion: 'major' },
  crash: { reproduced: 'blocker', opinion: 'major' },
  regression: { reproduced: 'blocker', opinion: 'major' },
  logic: { reproduced: 'major', opinion: 'minor' },
  perf: { reproduced: 'major', opinion: 'minor' },
  style: { reproduced: 'minor', opinion: 'minor' },
  observation: { reproduced: 'info', opinion: 'info' },
};

/** The only maker of severities: a model has no say in it, and what was not reproduced never blocks. */
export function severityOf({ category, reproduced, claimIds }: Pick<StageFinding, 'category' | 'reproduced' | 'claimIds'>, claims: readonly Claim[]): Severity {
  const row = SEVERITY_OF[category];
  if (!reproduced) return row.opinion;
  if (category === 'observation') return row.reproduced;
  return claims.some(({ id, priority }) => priority === 'must-verify' && claimIds.includes(id)) ? 'blocker' : row.reproduced;
}

/** The findings, each with the severity that follows from it, whatever stood there. */
export function withSeverity(findings: readonly StageFinding[], claims: readonly Claim[]): StageFinding[] {
  return findings.map((finding) => ({ ...finding, severity: severityOf(finding, claims) }));
}

/** Nobody took it back. What the gate did not look at stands. */
export const isSurviving = ({ refutation }: Pick<StageFinding, 'refutation'>): boolean => refutation.outcome !== 'refuted';
