import { EFFECTS, type Basis, type Decision, type Effect, type FinalVerdict, type Finding, type Judgement, type Verdict, type WireFinding } from '../model/index.js';
import { confidenceOf } from './confidence.js';
import { summaryOf } from './summary.js';

/** The whole policy. Read it top to bottom: the strongest finding picks the row; a note picks none. */
export const DECISIONS = {
  block: { verdict: 'block_pr', final_verdict: 'not_mergeable' },
  blind: { verdict: 'needs_context', final_verdict: 'inconclusive' },
  ask: { verdict: 'needs_context', final_verdict: 'conditional' },
  warn: { verdict: 'open_pr_with_warning', final_verdict: 'conditional' },
  note: { verdict: 'open_pr', final_verdict: 'mergeable' },
} as const satisfies Record<Effect, { verdict: Decision; final_verdict: FinalVerdict }>;

/** The same findings and basis give the same judgement; `run` and `evidence` of the verdict are added by the one who ran. */
export function judge(findings: readonly Finding[], basis: Basis): Judgement {
  const strongest = EFFECTS.find((effect) => findings.some((finding) => finding.effect === effect)) ?? 'note';
  const { verdict, final_verdict } = DECISIONS[strongest];
  const must = findings.filter(({ effect }) => effect === 'block');
  const should = findings.filter(({ effect }) => effect === 'blind' || effect === 'ask' || effect === 'warn');
  const risk = riskOf(verdict, must.length, should.length, basis);
  const confidence = confidenceOf(verdict, must.length, should.length, basis);
  const published: Verdict = {
    schemaVersion: 1,
    verdict,
    ...(basis.workspace ? { final_verdict } : {}),
    must_fix: must.map(toWire),
    should_fix: should.map(toWire),
    ...(basis.workspace ? { conditions: [...must, ...should].map(({ message }) => message) } : {}),
    evidence_grade: basis.executed ? 'executed' : 'reported',
    confidence,
    risk,
    summary: summaryOf({ verdict, final_verdict: basis.workspace ? final_verdict : null, confidence, risk, must: must.length, should: should.length }),
  };
  return { verdict: published, findings };
}

/** Direct and kaizen mode have no `final_verdict` of their own: `needs_context` is conditional with a diff, else inconclusive. */
export const finalOf = (verdict: Decision, hasDiff: boolean): FinalVerdict =>
  ({ open_pr: 'mergeable', open_pr_with_warning: 'conditional', block_pr: 'not_mergeable', needs_context: hasDiff ? 'conditional' : 'inconclusive' } as const)[verdict];

function riskOf(verdict: Decision, must: number, should: number, { highRisk }: Basis): Verdict['risk'] {
  if (verdict === 'block_pr' || must >= 2) return 'high';
  return highRisk || should >= 2 || verdict !== 'open_pr' ? 'medium' : 'low';
}

const toWire = ({ rule, source, message, evidence }: Finding): WireFinding => ({
  source,
  message: `${message} [${rule}]`,
  ...(evidence === undefined ? {} : { evidence }),
});
