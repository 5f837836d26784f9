import type { Claim, Effect, Notice, NoticeId, Severity, Source, StageFinding, StageOrigin } from '../../model/index.js';
import { isSurviving } from './severity.js';
import { isLostToEnvironment, settled, type StageResults } from './verdict.js';

interface Row {
  readonly rule: NoticeId;
  readonly effect: Effect;
}

/** What a surviving finding is for core's judge. An opinion is at most `major`, and even if it were more it would only warn. */
const ROWS: Readonly<Record<'reproduced' | 'opinion', Readonly<Record<Severity, Row>>>> = {
  reproduced: {
    blocker: { rule: 'stages/reproduced', effect: 'block' },
    major: { rule: 'stages/reproduced', effect: 'warn' },
    minor: { rule: 'stages/reproduced', effect: 'note' },
    info: { rule: 'stages/opinion', effect: 'note' },
  },
  opinion: {
    blocker: { rule: 'stages/opinion', effect: 'warn' },
    major: { rule: 'stages/opinion', effect: 'warn' },
    minor: { rule: 'stages/opinion', effect: 'note' },
    info: { rule: 'stages/opinion', effect: 'note' },
  },
};

const SOURCE_OF: Readonly<Record<StageOrigin, Source>> = { stage0: 'task', stage1: 'verify_logs', stage2: 'verify_logs', stage3: 'diff', stage5: 'system', system: 'system' };

/** What the stages found out, as findings for the one judge: severities are derived anew, the confidence of the stages plays no part. */
export function findingsOfStages(results: StageResults): Notice[] {
  const { claims, findings, skipped } = settled(results);
  return [
    ...findings.filter(isSurviving).map(toNotice),
    ...claims.filter(({ priority, status }) => priority === 'must-verify' && status === 'unverified').map((claim) => openClaim(claim, isLostToEnvironment(claim, skipped))),
  ];
}

function toNotice(finding: StageFinding): Notice {
  const { location, title, scenario, severity, category, origin } = finding;
  const at = location === undefined ? '' : `${location.file}${location.line === undefined ? '' : `:${location.line}`}: `;
  return {
    ...ROWS[finding.reproduced ? 'reproduced' : 'opinion'][severity],
    source: SOURCE_OF[origin],
    message: `${at}${title} (${category === 'observation' ? category : `${category}, ${finding.reproduced ? 'reproduced' : 'not reproduced'}`})`,
    ...(scenario === '' ? {} : { evidence: scenario }),
    ...(location?.line === undefined ? {} : { at: { file: location.file, line: location.line } }),
    ...(location === undefined ? {} : { files: [location.file] }),
  };
}

function openClaim({ id, statement }: Claim, lost: boolean): Notice {
  return lost
    ? { rule: 'stages/environment', effect: 'ask', source: 'system', message: `claim ${id}: ${statement}: no planned check could be run here, mend the environment and run it again` }
    : { rule: 'stages/claim', effect: 'warn', source: 'task', message: `claim ${id}: ${statement}: nothing shows it, look at it by hand` };
}
