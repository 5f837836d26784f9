import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Claim } from '@verifier/core';
import { apiDriver } from '@verifier/probe-driver-api';
import { cliDriver } from '@verifier/probe-driver-cli';
import { LaunchError, type LaunchContext, type Observation, type ProbeDriver, type ProbeSession, type Scenario, type StepResult } from '@verifier/probe-sdk';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { probeStage, type ProbeTarget } from '../../src/index.js';
import { numbersAfter } from '../../src/stage/numbers.js';
import type { Transport } from '../../src/transport/types.js';
import { answering, RUN } from '../support/transports.js';

const CLAIM: Claim = { id: 'C-1', statement: 'it sums', priority: 'must-verify', source: { tier: 'primary', kind: 'issue', ref: '#1' }, plannedChecks: ['runtime'], status: 'unverified', evidenceIds: [] };
const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/probe');
// A copy: the fixture writes a file beside itself.
const CLI = mkdtempSync(path.join(tmpdir(), 'probe-cli-'));
cpSync(path.join(FIXTURES, 'cli'), CLI, { recursive: true });
const QUIET: Observation = { consoleErrors: [], networkFailures: [], screenshots: [], crashed: false, artifacts: [] };

let runFolder = '';
const made: string[] = [CLI];
beforeEach(() => {
  runFolder = mkdtempSync(path.join(tmpdir(), 'probe-run-'));
  made.push(runFolder);
});
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const run = (target: ProbeTarget, { transport = null, signal, budgetMs = 60_000 }: { transport?: Transport | null; signal?: AbortSignal; budgetMs?: number } = {}) =>
  probeStage({ targets: [target], projects: { base: 'base', head: 'head' }, budgetMs, env: {} })({ claims: [CLAIM], diff: '+x', runMeta: RUN, runFolder, transport, numbers: numbersAfter(), signal });

/** One side of the change in the fixture: its defects belong to the side, not to the driver. */
const sided = (driver: ProbeDriver, command: string, folder: string, head: string, base = ''): ProbeDriver => ({
  targetType: driver.targetType,
  detect: () => driver.detect({ root: folder }),
  launch: (context: LaunchContext) => driver.launch({ ...context, root: folder, commands: { [command]: { executable: process.execPath, args: ['app.js'], env: { FIXTURE_DEFECTS: context.root === 'head' ? head : base }, artifacts: command === 'sum' ? ['out.txt'] : [] } } }),
});
const SUM: Scenario = { id: 'sum', description: 'sums', claimIds: ['C-1'], steps: [{ kind: 'exec', command: 'sum', stdin: '1\n2\n' }] };
const LIST: Scenario = { id: 'list', description: 'lists', claimIds: ['C-1'], steps: [{ kind: 'request', method: 'POST', path: '/orders', body: {}, expect: { status: 401 } }, { kind: 'request', method: 'GET', path: '/orders', expect: { jsonSchema: { items: { properties: { total: { type: 'number' } } } } } }] };
const cli = (head: string, base = '', more: Partial<Scenario> = {}): ProbeTarget => ({ name: 'sum', driver: sided(cliDriver, 'sum', CLI, head, base), launch: { stepTimeoutMs: head === 'hang' ? 400 : 10_000 }, scenarios: [{ ...SUM, ...more }] });
const api = (head: string, base = ''): ProbeTarget => ({ name: 'orders', driver: sided(apiDriver(), 'serve', path.join(FIXTURES, 'api'), head, base), launch: {}, scenarios: [LIST] });

describe('base and head', () => {
  test.for(['', 'bad-exit', 'noise', 'missing-file', 'crash'])('the same on both sides gives no finding: %j', async (defects) => {
    expect((await run(cli(defects, defects))).findings).toEqual([]);
  });

  test('a clean scenario is runtime evidence for its claims, in a file for its owner', async () => {
    const { claims, evidence, findings, runMeta } = await run(api(''));
    expect([claims[0]?.evidenceIds, findings, runMeta.targets, runMeta.stagesExecuted]).toEqual([['E-1'], [], ['api:orders'], ['stage5']]);
    expect(evidence[0]).toMatchObject({ checkKind: 'runtime', path: 'probe-E-1.json' });
    expect(statSync(path.join(runFolder, 'probe-E-1.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(runFolder, 'probe-E-1.json'), 'utf8')).toContain('"list"');
  });

  test.for<[string, string, string]>([['bad-exit', 'logic', 'sum ended with 3'], ['noise', 'logic', 'computed twice'], ['missing-file', 'logic', 'out.txt is missing'], ['crash', 'crash', 'crashed']])('cli: %s', async ([defect, category, title]) => {
    const { findings, claims } = await run(cli(defect));
    expect(findings.find((one) => one.title.includes(title))).toMatchObject({ category, reproduced: true, severity: 'blocker', claimIds: ['C-1'], origin: 'stage5', refutation: { required: false } });
    expect(claims[0]?.evidenceIds).toEqual([]);
  });

  test.for<[string, string]>([['missing-auth', 'answers 201, not 401'], ['schema-drift', 'is string, not number'], ['server-error', '500']])('api: %s', async ([defect, title]) => {
    expect((await run(api(defect))).findings.map((one) => [one.title.includes(title), one.reproduced])).toContainEqual([true, true]);
  });

  const HEALTH: Scenario = { id: 'health', description: 'is well', claimIds: ['C-1'], steps: [{ kind: 'request', method: 'GET', path: '/health' }, { kind: 'wait', forMs: 50 }] };
  const OLD: Scenario = { id: 'old', description: 'leads on', claimIds: ['C-1'], steps: [{ kind: 'request', method: 'GET', path: '/old', expect: { statusAnyOf: [301, 302] } }] };
  test.for<[string, string, string, Scenario]>([['noise', 'logic', 'no cache', HEALTH], ['crash', 'crash', 'crashed', HEALTH], ['redirect-away', 'logic', 'another host', OLD]])('api: %s', async ([defect, category, title, scenario]) => {
    const { findings } = await run({ ...api(defect), scenarios: [scenario] });
    expect(findings.find((one) => one.title.includes(title))).toMatchObject({ category, reproduced: true });
  });
  test.for<[string, Scenario]>([['noise', HEALTH], ['crash', HEALTH], ['redirect-away', OLD]])('api: %s on both sides', async ([defect, scenario]) => {
    expect((await run({ ...api(defect, defect), scenarios: [scenario] })).findings).toEqual([]);
  });

  test('what comes and goes is none; what was not waited for says nothing', async () => {
    expect((await run(api('flaky'))).findings).toEqual([]);
    const hung = await run(cli('hang'));
    expect([hung.findings, hung.evidence, hung.claims[0]?.evidenceIds]).toEqual([[], [], []]);
  });

  test('failCategory wins', async () => {
    expect((await run(cli('bad-exit', '', { failCategory: 'data-loss' }))).findings[0]).toMatchObject({ category: 'data-loss' });
  });
});

describe('whatever a driver does', () => {
  const scripted = (at: string, counts: { launched: number; ended: number }, results: StepResult[] = [], seen = QUIET): ProbeDriver => {
    const may = <Value>(where: string, value: Value): Value => {
      if (where === at) throw new TypeError(`thrown in ${where}`);
      return value;
    };
    return {
      targetType: 'tui', detect: () => ({ targetType: 'tui', reasons: [] }),
      launch: (): ProbeSession => {
        may('launch', null);
        counts.launched += 1;
        return { interact: () => (at === 'hang' ? new Promise<never>(() => undefined) : may('interact', results)), observe: () => may('observe', seen), teardown: () => { counts.ended += 1; may('teardown', null); } };
      },
    };
  };
  const target = (driver: ProbeDriver): ProbeTarget => ({ name: 'screen', driver, launch: {}, scenarios: [{ ...SUM, steps: [{ kind: 'assert-screen', expectation: 'a sum' }] }] });

  test.for(['launch', 'interact', 'observe', 'teardown'])('one teardown for each launch when %s throws', async (at) => {
    const counts = { launched: 0, ended: 0 };
    const { findings, claims } = await run(target(scripted(at, counts)));
    expect(counts.ended).toBe(counts.launched);
    expect(findings).toMatchObject([{ category: 'observation', severity: 'info' }]);
    expect(claims[0]?.evidenceIds).toEqual([]);
  });

  test('one that never answers is ended with the budget, and said', async () => {
    const counts = { launched: 0, ended: 0 };
    const { runMeta } = await run(target(scripted('hang', counts)), { budgetMs: 50 });
    expect([counts, runMeta.stagesSkipped[0]?.reasonCode]).toEqual([{ launched: 1, ended: 1 }, 'budget-exceeded']);
  });

  test('a launch that fails is tried once more, and then the target is unobserved', async () => {
    let tried = 0;
    const driver: ProbeDriver = { ...scripted('', { launched: 0, ended: 0 }), launch: () => { tried += 1; throw new LaunchError('no display'); } };
    const { runMeta, findings } = await run(target(driver));
    expect([tried, findings, runMeta.stagesSkipped]).toEqual([2, [], [{ stage: 'stage5', reasonCode: 'env-failure', reason: 'screen could not be started: no display' }]]);
  });

  test('a screen is an opinion, which wants refutation', async () => {
    const counts = { launched: 0, ended: 0 };
    const bad = scripted('', counts, [{ step: 0, kind: 'assert-screen', outcome: 'failed', message: 'no sum is shown' }]);
    const good = scripted('', counts, [{ step: 0, kind: 'assert-screen', outcome: 'passed', message: '' }]);
    const { findings } = await run(target({ ...bad, launch: (context) => (context.root === 'head' ? bad : good).launch(context) }));
    expect(findings).toMatchObject([{ category: 'logic', reproduced: false, severity: 'major', refutation: { required: true, attempted: false } }].map(({ severity: _, ...rest }) => rest));
  });
});

describe('scenarios of a model', () => {
  const asked = (commands = { sum: { executable: process.execPath } }): ProbeTarget => {
    const { scenarios: _, ...rest } = cli('');
    return { ...rest, launch: { commands } };
  };

  test('they are run, and cost', async () => {
    const { claims, runMeta } = await run(asked(), { transport: answering({ scenarios: [SUM] }) });
    expect([claims[0]?.evidenceIds, runMeta.cost.inputTokens]).toEqual([['E-1'], 1000]);
  });

  test.for<[string, unknown]>([['another command', { ...SUM, steps: [{ kind: 'exec', command: 'rm -rf .' }] }], ['another claim', { ...SUM, claimIds: ['C-9'] }], ['no steps', { ...SUM, steps: [] }]])('%s is asked for again, twice, and then nothing is run', async ([, scenario]) => {
    const transport = answering({ scenarios: [scenario] });
    const { findings, evidence } = await run(asked(), { transport });
    expect([transport.asked.length, evidence, findings.map(({ category }) => category)]).toEqual([3, [], ['observation']]);
  });
});
