import { describe, expect, test } from 'vitest';
import type { CheckKind, Claim, Refutation, SkippedStage, StageCategory, StageEvidence, StageFinding } from '../../model/index.js';
import { CHECK_KINDS, REFUTATION_OUTCOMES, SEVERITIES, STAGE_CATEGORIES, STAGE_NAMES } from '../../model/schemas/names-stages.js';
import { ClaimsFileSchema, StageEvidenceSchema, StageFindingSchema } from '../../model/schemas/stages.js';
import { C0, findingsOfStages, isLostToEnvironment, severityOf, stageConfidence, type StageResults, stageVerdict, statusOf, withC0, withLinked, withSeverity, withStatus } from './index.js';

const claim = (id: string, more: Partial<Claim> = {}): Claim => ({ id, statement: `statement of ${id}`, priority: 'must-verify', source: { tier: 'primary', kind: 'issue', ref: '#1' }, plannedChecks: ['test'], status: 'unverified', evidenceIds: [], ...more });
const evidence = (id: string, checkKind: CheckKind): StageEvidence => ({ id, kind: 'test-result', checkKind, summary: 'green', path: 'verify-logs.txt', reproducible: true });
const finding = (id: string, more: Partial<StageFinding> = {}): StageFinding => ({
  id, category: 'logic', reproduced: false, severity: 'minor', title: `title of ${id}`, scenario: 'call it twice', claimIds: [], evidenceIds: [],
  refutation: { required: true, attempted: true, outcome: 'survived', evidenceIds: [] }, origin: 'stage3', ...more,
});
const refuted: Refutation = { required: true, attempted: true, outcome: 'refuted', evidenceIds: [] };
const results = (more: Partial<StageResults>): StageResults => ({ claims: [], findings: [], evidence: [], skipped: [], ...more });
const shown = { evidenceIds: ['E-1'] };
const E1 = [evidence('E-1', 'test')];

describe('severity', () => {
  const table: readonly (readonly [StageCategory, reproduced: string, opinion: string])[] = [
    ['security', 'blocker', 'major'], ['data-loss', 'blocker', 'major'], ['crash', 'blocker', 'major'], ['regression', 'blocker', 'major'],
    ['logic', 'major', 'minor'], ['perf', 'major', 'minor'], ['style', 'minor', 'minor'], ['observation', 'info', 'info'],
  ];
  test('the table names every category once', () => {
    expect(table.map(([category]) => category).sort()).toEqual([...STAGE_CATEGORIES].sort());
  });
  test.each(table)('%s: %s when reproduced, else %s', (category, reproduced, opinion) => {
    expect(severityOf({ category, reproduced: true, claimIds: [] }, [])).toBe(reproduced);
    expect(severityOf({ category, reproduced: false, claimIds: [] }, [])).toBe(opinion);
  });
  test('what is reproduced and names a claim that must hold blocks, an observation never', () => {
    const claims = [claim('C-1'), claim('C-2', { priority: 'nice-to-verify' })];
    expect(severityOf({ category: 'style', reproduced: true, claimIds: ['C-1'] }, claims)).toBe('blocker');
    expect(severityOf({ category: 'style', reproduced: true, claimIds: ['C-2'] }, claims)).toBe('minor');
    expect(severityOf({ category: 'style', reproduced: true, claimIds: ['C-9'] }, claims)).toBe('minor');
    expect(severityOf({ category: 'style', reproduced: false, claimIds: ['C-1'] }, claims)).toBe('minor');
    expect(severityOf({ category: 'observation', reproduced: true, claimIds: ['C-1'] }, claims)).toBe('info');
  });
  test('what stood there does not count', () => {
    expect(withSeverity([finding('F-1', { severity: 'blocker' })], []).map(({ severity }) => severity)).toEqual(['minor']);
  });
});

describe('claims', () => {
  test('failed by a reproduced finding that survives, verified by evidence that exists, else unverified', () => {
    const broken = finding('F-1', { reproduced: true, claimIds: ['C-1'] });
    expect(statusOf(claim('C-1', shown), [broken], E1)).toBe('failed');
    expect(statusOf(claim('C-1', shown), [{ ...broken, refutation: refuted }], E1)).toBe('verified');
    expect(statusOf(claim('C-1', shown), [{ ...broken, reproduced: false }], E1)).toBe('verified');
    expect(statusOf(claim('C-2', shown), [broken], E1)).toBe('verified');
    expect(statusOf(claim('C-1', shown), [], [])).toBe('unverified');
    expect(statusOf(claim('C-1'), [], E1)).toBe('unverified');
    expect(withStatus([claim('C-1', { status: 'verified' })], [], []).map(({ status }) => status)).toEqual(['unverified']);
  });
  test('C-0 stands in where no source is primary, and only there', () => {
    const secondary = claim('C-1', { source: { tier: 'secondary', kind: 'pr-description', ref: '' } });
    expect(withC0([]).map(({ id }) => id)).toEqual(['C-0']);
    expect(withC0([secondary]).map(({ id }) => id)).toEqual(['C-0', 'C-1']);
    expect(withC0([secondary, claim('C-2')]).map(({ id }) => id)).toEqual(['C-1', 'C-2']);
    expect(withC0(withC0([secondary]))).toEqual(withC0([secondary]));
    expect(C0).toMatchObject({ priority: 'must-verify', plannedChecks: [], status: 'unverified' });
  });
  test('evidence is linked to what planned it or to what it names, once, and never to C-0', () => {
    const claims = [C0, claim('C-1'), claim('C-2', { plannedChecks: ['static'] })];
    const ids = (linked: readonly Claim[]) => linked.map(({ evidenceIds }) => evidenceIds);
    expect(ids(withLinked(claims, evidence('E-1', 'test')))).toEqual([[], ['E-1'], []]);
    expect(ids(withLinked(claims, evidence('E-1', 'reading'), ['C-0', 'C-2']))).toEqual([[], [], ['E-1']]);
    expect(withLinked(withLinked(claims, evidence('E-1', 'test')), evidence('E-1', 'test'))).toEqual(withLinked(claims, evidence('E-1', 'test')));
  });
});

describe('verdict', () => {
  const lost = (stage: SkippedStage['stage'], reasonCode: SkippedStage['reasonCode'] = 'env-failure'): SkippedStage => ({ stage, reasonCode, reason: 'x' });
  test.each<[string, Partial<StageResults>, string]>([
    ['nothing at all', {}, 'mergeable'],
    ['a surviving blocker', { findings: [finding('F-1', { category: 'crash', reproduced: true })] }, 'not_mergeable'],
    ['a blocker that was refuted', { findings: [finding('F-1', { category: 'crash', reproduced: true, refutation: refuted })] }, 'mergeable'],
    ['a claim that failed', { claims: [claim('C-1')], findings: [finding('F-1', { category: 'observation', reproduced: true, claimIds: ['C-1'] })] }, 'not_mergeable'],
    ['all planned checks lost', { claims: [claim('C-1', { plannedChecks: ['test', 'runtime'] })], skipped: [lost('stage2'), lost('stage5')] }, 'inconclusive'],
    ['one planned check lost of two', { claims: [claim('C-1', { plannedChecks: ['test', 'runtime'] })], skipped: [lost('stage5')] }, 'conditional'],
    ['left out by choice', { claims: [claim('C-1')], skipped: [lost('stage2', 'user-excluded')] }, 'conditional'],
    ['lost for a claim that is only nice', { claims: [claim('C-1', { priority: 'nice-to-verify' })], skipped: [lost('stage2')] }, 'mergeable'],
    ['C-0 plans nothing, so nothing of it is lost', { claims: [C0], skipped: [lost('stage2'), lost('stage3')] }, 'conditional'],
    ['an opinion of a crash', { findings: [finding('F-1', { category: 'crash' })] }, 'conditional'],
    ['a must-verify claim that is open', { claims: [claim('C-1')] }, 'conditional'],
    ['a must-verify claim that is shown', { claims: [claim('C-1', shown)], evidence: E1 }, 'mergeable'],
    ['a minor finding', { findings: [finding('F-1')] }, 'mergeable'],
  ])('%s', (_name, more, verdict) => {
    expect(stageVerdict(results(more))).toBe(verdict);
  });
  test('a blocker comes before what was lost', () => {
    expect(stageVerdict(results({ claims: [claim('C-1')], skipped: [lost('stage2')], findings: [finding('F-1', { category: 'crash', reproduced: true })] }))).toBe('not_mergeable');
  });
  test('each kind of check has its stage', () => {
    const stages = CHECK_KINDS.map((kind) => STAGE_NAMES.filter((stage) => isLostToEnvironment({ plannedChecks: [kind] }, [lost(stage)])));
    expect(stages).toEqual([['stage3'], ['stage1'], ['stage2'], ['stage5']]);
  });
});

describe('confidence', () => {
  const three: StageResults = results({
    claims: [claim('C-1', { evidenceIds: ['E-1'] }), claim('C-2', { evidenceIds: ['E-2'] }), claim('C-3', { evidenceIds: ['E-3'] }), claim('C-4', { priority: 'nice-to-verify' })],
    evidence: [evidence('E-1', 'test'), evidence('E-2', 'test'), evidence('E-3', 'runtime')],
    findings: [finding('F-1', { category: 'crash' }), finding('F-2')],
  });
  test('the worked example: three shown, one open, one major, one minor', () => {
    expect(stageConfidence(three)).toBe(70);
  });
  test('no claims', () => {
    expect(stageConfidence(results({ evidence: E1 }))).toBe(0);
  });
  test.each<[CheckKind, number]>([['runtime', 100], ['test', 90], ['static', 70], ['reading', 50]])('%s alone is worth %i, the strongest counts', (kind, worth) => {
    const one = results({ claims: [claim('C-1', { evidenceIds: ['E-1', 'E-2'] })], evidence: [evidence('E-1', kind), evidence('E-2', 'reading')] });
    expect(stageConfidence(one)).toBe(worth);
  });
  test('what failed is known as well, by the evidence of what broke it', () => {
    const broken = finding('F-1', { reproduced: true, claimIds: ['C-1'], evidenceIds: ['E-1'] });
    expect(stageConfidence(results({ claims: [claim('C-1')], findings: [broken], evidence: [evidence('E-1', 'runtime')] }))).toBe(85);
  });
  test('it ends at 0, and what was refuted costs nothing', () => {
    const many = Array.from({ length: 20 }, (_, at) => finding(`F-${at}`, { category: 'crash' }));
    expect(stageConfidence({ ...three, findings: many })).toBe(0);
    expect(stageConfidence({ ...three, findings: many.map((one) => ({ ...one, refutation: refuted })) })).toBe(80);
  });
});

describe('what the one judge hears', () => {
  const heard = (more: Partial<StageResults>) => findingsOfStages(results(more)).map(({ rule, effect }) => `${effect} ${rule}`);
  test.each<[string, Partial<StageResults>, string[]]>([
    ['a reproduced blocker', { findings: [finding('F-1', { category: 'crash', reproduced: true })] }, ['block stages/reproduced']],
    ['a reproduced major', { findings: [finding('F-1', { reproduced: true })] }, ['warn stages/reproduced']],
    ['a reproduced minor', { findings: [finding('F-1', { category: 'style', reproduced: true })] }, ['note stages/reproduced']],
    ['an opinion of a crash', { findings: [finding('F-1', { category: 'crash' })] }, ['warn stages/opinion']],
    ['an opinion of logic', { findings: [finding('F-1')] }, ['note stages/opinion']],
    ['an observation', { findings: [finding('F-1', { category: 'observation', scenario: '', reproduced: true })] }, ['note stages/opinion']],
    ['what was refuted', { findings: [finding('F-1', { category: 'crash', reproduced: true, refutation: refuted })] }, []],
    ['an open claim', { claims: [claim('C-1')] }, ['warn stages/claim']],
    ['a nice claim that is open', { claims: [claim('C-1', { priority: 'nice-to-verify' })] }, []],
    ['a claim whose checks were lost', { claims: [claim('C-1')], skipped: [{ stage: 'stage2', reasonCode: 'env-failure', reason: 'x' }] }, ['ask stages/environment']],
    ['a claim that failed is said by what broke it', { claims: [claim('C-1')], findings: [finding('F-1', { category: 'style', reproduced: true, claimIds: ['C-1'] })] }, ['block stages/reproduced']],
  ])('%s', (_name, more, said) => {
    expect(heard(more)).toEqual(said);
  });
  test('place, scenario and source come along', () => {
    const [one] = findingsOfStages(results({ findings: [finding('F-1', { category: 'crash', location: { file: 'src/a.ts', line: 3 } })] }));
    expect(one).toMatchObject({ source: 'diff', at: { file: 'src/a.ts', line: 3 }, files: ['src/a.ts'], evidence: 'call it twice', message: 'src/a.ts:3: title of F-1 (crash, not reproduced)' });
  });
});

describe('whatever comes in', () => {
  const cases = Array.from({ length: 300 }, (_, seed) => arbitrary(seed + 1));
  test('the order does not matter', () => {
    for (const one of cases) {
      const turned = { claims: [...one.claims].reverse(), findings: [...one.findings].reverse(), evidence: [...one.evidence].reverse(), skipped: [...one.skipped].reverse() };
      expect(stageVerdict(turned)).toBe(stageVerdict(one));
      expect(stageConfidence(turned)).toBe(stageConfidence(one));
      expect(findingsOfStages(turned).map(said).sort()).toEqual(findingsOfStages(one).map(said).sort());
    }
  });
  test('nothing that was only said can block', () => {
    for (const one of cases) {
      const opinions = { ...one, findings: one.findings.map((each) => ({ ...each, reproduced: false, severity: 'blocker' as const })) };
      expect(stageVerdict(opinions)).not.toBe('not_mergeable');
      expect(findingsOfStages(opinions).filter(({ effect }) => effect === 'block')).toEqual([]);
    }
  });
  test('a finding more never makes the verdict better', () => {
    const rank = ['mergeable', 'conditional', 'inconclusive', 'not_mergeable'];
    for (const one of cases) expect(rank.indexOf(stageVerdict(one))).toBeGreaterThanOrEqual(rank.indexOf(stageVerdict({ ...one, findings: [] })));
  });
  test('all of it fits the published schemas', () => {
    for (const one of cases) {
      expect(ClaimsFileSchema.safeParse({ schemaVersion: 1, runId: 'r', claims: one.claims, conflicts: [] }).success).toBe(true);
      for (const each of one.findings) expect(StageFindingSchema.safeParse(each).success).toBe(true);
      for (const each of one.evidence) expect(StageEvidenceSchema.safeParse(each).success).toBe(true);
    }
  });
  const said = (one: { rule: string; effect: string; message: string }) => `${one.effect} ${one.rule} ${one.message}`;
});

/** The same seed gives the same results. */
function arbitrary(seed: number): StageResults {
  let state = seed * 2654435761;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * limit);
  };
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const some = (letter: string, of: number) => Array.from({ length: of }, (_, at) => `${letter}-${at + 1}`).filter(() => below(2) === 0);
  return {
    claims: Array.from({ length: below(4) }, (_, at) => claim(`C-${at + 1}`, { priority: pick(['must-verify', 'nice-to-verify']), plannedChecks: CHECK_KINDS.filter(() => below(2) === 0), evidenceIds: some('E', 3) })),
    findings: Array.from({ length: below(4) }, (_, at) => finding(`F-${at + 1}`, {
      category: pick(STAGE_CATEGORIES), reproduced: below(2) === 0, severity: pick(SEVERITIES), claimIds: some('C', 4), evidenceIds: some('E', 3), refutation: { required: true, attempted: true, outcome: pick(REFUTATION_OUTCOMES), evidenceIds: [] },
    })),
    evidence: Array.from({ length: below(4) }, (_, at) => evidence(`E-${at + 1}`, pick(CHECK_KINDS))),
    skipped: Array.from({ length: below(3) }, () => ({ stage: pick(STAGE_NAMES), reasonCode: pick(['env-failure', 'user-excluded'] as const), reason: 'x' })),
  };
}
