import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ProbeStage, runStages, StageError, type StagesRequest } from '../src/index.js';
import { surroundingCode } from '../src/run/change.js';
import { completion, message, serverWith } from './support/server.js';
import { answering } from './support/transports.js';

const ID = '20261201000000-7-00000a';
const EARLIER = '20261130000000-7-00000a';
const DIFF = ['diff --git a/src/total.js b/src/total.js', '--- a/src/total.js', '+++ b/src/total.js', '@@ -1,2 +1,2 @@', ' export const total = (list) =>', '-  list.length === 0 ? 0 : list[0].price;', '+  list[0].price;', ''].join('\n');
const stagesSchema = new Ajv({ strict: false }).compile(JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../schemas/stages.schema.json'), 'utf8')) as object);

const INTENT = { claims: [{ statement: 'an empty list has the total 0', priority: 'must-verify', plannedChecks: ['test', 'reading'], sourceRef: 'S-1' }], conflicts: [] };
const CRASH = { category: 'crash', title: 'an empty list crashes', location: { file: 'src/total.js', line: 2 }, scenario: 'total([])', claimIds: ['C-1'] };
const lens = (findings: unknown[], supported: boolean) => ({ findings, claimAssessments: [{ claimId: 'C-1', supported, note: 'seen' }] });

/** The answers, by what is asked for. */
const model = (answers: Readonly<Record<string, unknown>>) => answering((question: { name: string }) => answers[question.name]);

function request(more: Partial<StagesRequest> = {}): StagesRequest & { runFolder: string } {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'verifier-run-stages-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'src'));
  writeFileSync(path.join(root, 'src/total.js'), 'export const total = (list) =>\n  list[0].price;\n');
  const runFolder = path.join(root, '.verifier/runs', ID);
  mkdirSync(runFolder, { recursive: true });
  let ticks = 0;
  return {
    root, runId: ID, runFolder, task: 'An empty list has the total 0.', taskSource: { tier: 'primary', kind: 'user-prompt', ref: 'task' }, diff: DIFF, base: 'main', head: 'abc1234', report: '', stages: [0, 3, 4],
    provider: null, allowLlm: true, env: { PATH: process.env['PATH'] }, now: () => new Date(Date.UTC(2026, 11, 1) + 500 * ticks++), ...more,
  };
}
const written = (runFolder: string) => JSON.parse(readFileSync(path.join(runFolder, 'stages.json'), 'utf8')) as unknown;
const said = (findings: readonly { rule: string; effect: string }[]) => findings.map(({ rule, effect }) => `${effect} ${rule}`);

describe('a defect', () => {
  test('that was only read warns', async () => {
    const asked = request({ transport: model({ intent: INTENT, correctness: lens([CRASH], false), refutation: { outcome: 'survived', reasoning: 'no check' } }) });
    const { findings, stages, runMeta } = await runStages(asked);
    expect(said(findings)).toEqual(['warn stages/opinion', 'warn stages/claim']);
    expect(findings[0]).toMatchObject({ message: 'src/total.js:2: an empty list crashes (crash, not reproduced)', at: { file: 'src/total.js', line: 2 } });
    expect(stages).toMatchObject({ verdict: 'conditional', findings: [{ severity: 'major', refutation: { outcome: 'survived' } }] });
    expect(runMeta).toMatchObject({ stagesExecuted: ['stage0', 'stage3', 'stage4'], stagesSkipped: [], durationMs: 1000, cost: { inputTokens: 3000 } });
    expect(stagesSchema(written(asked.runFolder))).toBe(true);
    expect(written(asked.runFolder)).toEqual(stages);
    expect(statSync(path.join(asked.runFolder, 'stages.json')).mode & 0o777).toBe(0o600);
  });

  test('that was reproduced blocks', async () => {
    const refutation = { outcome: 'survived', reasoning: 'no check', reproCommand: 'grep -q "list\\[0\\]" src/total.js' };
    const { findings, stages } = await runStages(request({ transport: model({ intent: INTENT, correctness: lens([CRASH], false), refutation }), authorizeCommand: (command) => command.startsWith('grep ') }));
    expect(said(findings)).toEqual(['block stages/reproduced']);
    expect(stages).toMatchObject({ verdict: 'not_mergeable', claims: [{ status: 'failed' }], evidence: [{ path: 'refutation-E-1.txt' }] });
  });

  test('that was refuted is silent, and the claim stands by its reading', async () => {
    const { findings, stages } = await runStages(request({ transport: model({ intent: INTENT, correctness: lens([CRASH], true), refutation: { outcome: 'refuted', reasoning: 'never empty' } }) }));
    expect(findings).toEqual([]);
    expect(stages).toMatchObject({ verdict: 'mergeable', confidence: 50 });
  });

  test('without the gate it is an opinion that nobody doubted', async () => {
    const { stages, findings } = await runStages(request({ stages: [0, 3], transport: model({ intent: INTENT, correctness: lens([CRASH], true) }) }));
    expect(stages.findings).toMatchObject([{ refutation: { attempted: false, outcome: 'skipped' } }]);
    expect(said(findings)).toEqual(['warn stages/opinion']);
  });
});

describe('the checks that were run before', () => {
  const checks = [{ kind: 'test', command: 'node --test', outcome: 'passed', path: 'verify-logs.txt' }, { kind: 'static', command: 'tsc', outcome: 'passed', path: '' }] as const;
  const withIntent = (more: Partial<StagesRequest>) => runStages(request({ stages: [0, 1, 2], transport: model({ intent: INTENT }), ...more }));
  test('all green: evidence for what planned it', async () => {
    const { stages } = await withIntent({ checks });
    expect(stages).toMatchObject({ verdict: 'mergeable', confidence: 90, claims: [{ status: 'verified', evidenceIds: ['E-2'] }], evidence: [{ checkKind: 'static' }, { checkKind: 'test', path: 'verify-logs.txt', command: 'node --test' }] });
  });
  test('one red: no evidence, and the rest is said by the one judge', async () => {
    const { stages, findings } = await withIntent({ checks: [...checks, { ...checks[0], outcome: 'failed' }] });
    expect(stages.claims).toMatchObject([{ status: 'unverified' }]);
    expect(said(findings)).toEqual(['warn stages/claim']);
  });
  test('not run, or none of that kind', async () => {
    const { stages, findings } = await withIntent({ checks: [{ ...checks[0], outcome: 'not-run' }] });
    expect(stages.run.stagesSkipped).toEqual([{ stage: 'stage1', reasonCode: 'user-excluded', reason: 'no static checks were run' }, { stage: 'stage2', reasonCode: 'env-failure', reason: 'node --test could not be run' }]);
    expect(said(findings)).toEqual(['warn stages/claim', 'ask stages/environment']);
  });
  test('stages 1 and 2 alone need no model and make no claims', async () => {
    const { stages, findings } = await runStages(request({ stages: [1, 2], allowLlm: false, checks }));
    expect([stages.claims, findings, stages.run.cost.inputTokens]).toEqual([[], [], 0]);
  });
});

describe('a provider that fails', () => {
  test('is a skipped stage and an ask, said once, and never an error', async () => {
    const asked = request({ transport: answering(new StageError('the Claude API was busy (HTTP 529) 3 times in a row; really')) });
    const { findings, stages } = await runStages(asked);
    expect(stages.run.stagesSkipped.map(({ stage, reasonCode }) => [stage, reasonCode])).toEqual([['stage0', 'env-failure'], ['stage3', 'env-failure']]);
    expect(said(findings)).toEqual(['warn stages/claim', 'ask stages/environment', 'ask stages/environment']);
    expect(findings[1]!.message).toBe('stage 0 (intent) could not be run: the Claude API was busy (HTTP 529) 3 times in a row, really');
    expect(stagesSchema(written(asked.runFolder))).toBe(true);
  });

  test('in the gate: what was found stands', async () => {
    const transport = model({ intent: INTENT, correctness: lens([CRASH, CRASH], false), refutation: new StageError('down') });
    const { findings, stages } = await runStages(request({ transport }));
    expect(transport.asked).toHaveLength(3);
    expect(said(findings)).toEqual(['warn stages/opinion', 'warn stages/opinion', 'warn stages/claim', 'ask stages/environment']);
    expect(stages.findings).toMatchObject([{ refutation: { outcome: 'skipped' } }, { refutation: { outcome: 'skipped' } }]);
  });

  test('what an answer cost before it failed counts', async () => {
    const transport = answering('no JSON', new StageError('down'));
    const { runMeta } = await runStages(request({ stages: [0], transport }));
    expect(runMeta.cost).toMatchObject({ inputTokens: 1000, outputTokens: 100 });
    expect(runMeta.cost.usd).toBeGreaterThan(0);
  });

  test('another error is one', async () => {
    await expect(runStages(request({ transport: answering(new TypeError('a mistake')) }))).rejects.toThrow('a mistake');
  });
});

describe('a request that cannot be', () => {
  test.each<[string, Partial<StagesRequest>, RegExp]>([
    ['an unknown stage', { stages: [6] }, /there is no stage 6: 0 intent, 1 static checks/],
    ['a half stage', { stages: [0.5] }, /there is no stage 0.5/],
    ['a model that nobody allowed', { allowLlm: false }, /stage 0 \(intent\) asks a model, which has to be allowed: add --allow-llm/],
    ['no provider', {}, /no provider is configured/],
    ['no key', { provider: { kind: 'anthropic' } }, /set ANTHROPIC_API_KEY/],
    ['an unknown run', { reuseClaims: EARLIER, stages: [1], allowLlm: false }, /there is no run/],
    ['no run id', { reuseClaims: '../..', stages: [1], allowLlm: false }, /is no run id/],
  ])('%s is refused', async (_name, more, says) => {
    await expect(runStages(request(more))).rejects.toThrow(says);
  });
});

describe('claims of an earlier run', () => {
  const claim = { id: 'C-1', statement: 's', priority: 'must-verify', source: { tier: 'primary', kind: 'issue', ref: '' }, plannedChecks: ['reading'], status: 'verified', evidenceIds: ['E-9'] };
  const file = (claims: unknown) => JSON.stringify({ schemaVersion: 1, runId: EARLIER, claims, conflicts: [] });
  const earlier = (text: string | null) => {
    const asked = request({ reuseClaims: EARLIER, stages: [0, 3, 4], transport: model({ correctness: lens([], true) }) });
    const folder = path.join(asked.root, '.verifier/runs', EARLIER);
    mkdirSync(folder);
    if (text !== null) writeFileSync(path.join(folder, 'claims.json'), text);
    return { asked, folder };
  };
  test('stand, with nothing known of them yet, and no model is asked for new ones', async () => {
    const { asked } = earlier(file([claim]));
    const { stages } = await runStages(asked);
    expect(stages.claims).toMatchObject([{ id: 'C-1', status: 'verified', evidenceIds: ['E-1'] }]);
    expect(JSON.parse(readFileSync(path.join(asked.runFolder, 'claims.json'), 'utf8'))).toMatchObject({ runId: ID, claims: [{ status: 'unverified', evidenceIds: [] }] });
  });
  test.each([['no file', null], ['no JSON', '{'], ['another shape', file([{ ...claim, severity: 'blocker' }])], ['one id twice', file([claim, claim])]])('%s is refused', async (_name, text) => {
    await expect(runStages(earlier(text).asked)).rejects.toThrow(/claims\.json/);
  });
  test('a link is no claims.json', async () => {
    const { asked, folder } = earlier(null);
    writeFileSync(path.join(asked.root, 'planted.json'), file([claim]));
    symlinkSync(path.join(asked.root, 'planted.json'), path.join(folder, 'claims.json'));
    await expect(runStages(asked)).rejects.toThrow(/has no claims\.json/);
  });
});

describe('probes', () => {
  test('without a target there is nothing to probe', async () => {
    const { stages } = await runStages(request({ stages: [5], allowLlm: false }));
    expect(stages.run.stagesSkipped).toEqual([{ stage: 'stage5', reasonCode: 'user-excluded', reason: 'no target to probe is configured' }]);
  });
  test('what they found joins the rest, and an opinion of them goes through the same gate', async () => {
    const probes: ProbeStage = ({ claims, runMeta, numbers }) => Promise.resolve({
      claims, evidence: [], runMeta: { ...runMeta, stagesExecuted: [...runMeta.stagesExecuted, 'stage5'], targets: ['cli'] },
      findings: [{ id: numbers.finding(), category: 'logic', reproduced: false, severity: 'minor', title: 'the screen looks wrong', scenario: 'open it', claimIds: [], evidenceIds: [], refutation: { required: true, attempted: false, outcome: 'skipped', evidenceIds: [] }, origin: 'stage5' }],
    });
    const { stages } = await runStages(request({ stages: [4, 5], probes, transport: model({ refutation: { outcome: 'refuted', reasoning: 'it is meant so' } }) }));
    expect(stages).toMatchObject({ run: { stagesExecuted: ['stage4', 'stage5'], targets: ['cli'] }, findings: [{ id: 'F-1', refutation: { outcome: 'refuted' } }] });
  });
});

describe('a configured provider', () => {
  const KEY = ['key', 'q'.repeat(40)].join('-');
  const answers = [INTENT, lens([CRASH], false), { outcome: 'survived', reasoning: 'no check' }];
  test.each([
    ['anthropic', message, (url: string) => ({ kind: 'anthropic', baseUrl: url }) as const, { ANTHROPIC_API_KEY: KEY }],
    ['openai-compatible', completion, (url: string) => ({ kind: 'openai-compatible', baseUrl: url, model: 'small-model', keyEnv: 'SMALL_KEY' }) as const, { SMALL_KEY: KEY }],
  ])('%s: all of it over HTTP, and the key stays where it is', async (_kind, reply, provider, keys) => {
    const { url, seen } = await serverWith(answers.map((answer) => reply(answer)));
    const asked = request({ provider: provider(url), env: { PATH: process.env['PATH'], ...keys } });
    const { findings, stages } = await runStages(asked);
    expect(said(findings).filter((one) => !one.startsWith('note'))).toEqual(['warn stages/opinion', 'warn stages/claim']);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(Array.from({ length: 3 }, () => `Bearer ${KEY}`));
    expect(JSON.stringify(stages) + JSON.stringify(seen.map(({ body }) => body)) + readFileSync(path.join(asked.runFolder, 'stages.json'), 'utf8')).not.toContain(KEY);
    expect(stages.run.cost).toMatchObject({ inputTokens: 300, outputTokens: 30 });
  });
});

test('the code around a change is read inside the work tree only', () => {
  const { root } = request();
  writeFileSync(path.join(root, '../outside.js'), 'outside');
  onTestFinished(() => rmSync(path.join(root, '../outside.js'), { force: true }));
  symlinkSync(path.join(root, '../outside.js'), path.join(root, 'src/link.js'));
  const of = (file: string) => surroundingCode(root, DIFF.replaceAll('src/total.js', file));
  expect(of('src/total.js')).toContain('list[0].price');
  expect([of('src/link.js'), of('../outside.js'), of('src'), of('gone.js')]).toEqual(['', '', '', '']);
});
