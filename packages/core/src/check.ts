import { readEvidence } from './evidence/index.js';
import { judge } from './judge/index.js';
import { EFFECTS, type Basis, type Evidence, type Finding, type Inputs, type Judgement } from './model/index.js';
import { concernsOf } from './rules/concern.js';
import { rules } from './rules/index.js';
import { needsCode } from './rules/needs-code.js';
import { weighed } from './rules/policy.js';
import { hasPositive } from './rules/verification/points.js';
import { oneLine } from './text/one-line.js';

// Among findings of one effect: what a person has to act on first.
const GROUPS = ['run', 'verification', 'integrity', 'risk', 'context', 'report'];

/** The pure heart: the same inputs give the same judgement. Everything with a clock, a disk or a process is outside. */
export function check(inputs: Inputs): Judgement {
  const evidence = readEvidence(inputs, needsCode);
  const found = [...inputs.findings, ...runRules(evidence)];
  const findings = inOrder(inputs.policy === undefined ? found : weighed(found, inputs.policy, inputs.now));
  return judge(findings, basisOf(evidence, findings));
}

function runRules(evidence: Evidence): Finding[] {
  const concerns = concernsOf(evidence);
  return rules.filter(concerns).flatMap((rule) => [...rule.check(evidence)].map((finding) => ({ ...finding, rule: rule.id })));
}

const inOrder = (findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => ({ ...finding, message: oneLine(finding.message) })).sort((a, b) => EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect) || rankOf(a) - rankOf(b));

const rankOf = ({ rule }: Finding) => GROUPS.indexOf(rule.split('/')[0] ?? '');

const basisOf = (evidence: Evidence, findings: readonly Finding[]): Basis => ({
  task: evidence.task !== '',
  diff: evidence.diff.files.length > 0,
  logs: evidence.runs.length > 0,
  report: evidence.report !== '',
  positive: hasPositive(evidence),
  highRisk: findings.some(({ rule, effect }) => rule.startsWith('risk/') && effect !== 'note'),
  executed: evidence.runs.some(({ executed }) => executed),
  workspace: evidence.workspace,
});
