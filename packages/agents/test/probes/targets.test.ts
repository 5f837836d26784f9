import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Claim } from '@verifier/core';
import type { RegisteredCommand, Scenario } from '@verifier/probe-sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTargets, type ProbeOptions, probeStage, type ProbeStage, runStages, type TargetConfig } from '../../src/index.js';
import { numbersAfter } from '../../src/stage/numbers.js';
import { answering, RUN } from '../support/transports.js';

const CLAIM: Claim = { id: 'C-1', statement: 'it says two', priority: 'must-verify', source: { tier: 'primary', kind: 'issue', ref: '#1' }, plannedChecks: ['runtime'], status: 'unverified', evidenceIds: [] };
const node = (...args: string[]): RegisteredCommand => ({ executable: process.execPath, args });
const SAYS: Scenario = { id: 'says', description: 'it says it', claimIds: ['C-1'], steps: [{ kind: 'exec', command: 'say' }] };
const SAY: TargetConfig = { name: 'say', driver: 'cli', commands: { say: node('say.js') }, scenarios: [SAYS] };

/** The sources of our own packages stand for what is built of them. */
const resolve = (name: string): string => {
  const sources: Readonly<Record<string, string>> = { '@verifier/probe-driver-cli': 'probe-drivers/cli', '@verifier/probe-driver-api': 'probe-drivers/api', '@verifier/core': 'core' };
  const source = sources[name];
  return source === undefined ? createRequire(import.meta.url).resolve(name) : path.resolve(import.meta.dirname, '../../..', source, 'src/index.ts');
};

function folderWith(files: Readonly<Record<string, string>>): string {
  const at = mkdtempSync(path.join(tmpdir(), 'probe-targets-'));
  onTestFinished(() => rmSync(at, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(at, name), text);
  return at;
}

/** Probes two versions of `say.js`. */
async function probed(base: string, head: string, { target = SAY, signal, options = {} }: { target?: TargetConfig; signal?: AbortSignal; options?: Partial<ProbeOptions> } = {}) {
  const runFolder = folderWith({});
  const stage = probeStage({ targets: await openTargets([target], resolve), projects: { base: folderWith({ 'say.js': base }), head: folderWith({ 'say.js': head }) }, env: {}, ...options });
  const result = await stage({ claims: [CLAIM], diff: '+x', runMeta: RUN, runFolder, transport: null, numbers: numbersAfter(), signal });
  return { ...result, kept: (name: string) => readFileSync(path.join(runFolder, name), 'utf8') };
}

describe('a target of a configuration', () => {
  test('needs no manifest that its driver knows: who names it says that it is there', async () => {
    const { claims, runMeta } = await probed("console.log('two');", "console.log('two');");
    expect([claims[0]?.evidenceIds, runMeta.targets]).toEqual([['E-1'], ['cli:say']]);
  });

  test.each<[string, TargetConfig, string]>([
    ['no such package', { ...SAY, driver: 'probe-driver-of-nobody' }, 'target "say" needs the driver probe-driver-of-nobody: install it beside @verifier/agents, `npm install probe-driver-of-nobody`'],
    ['a part of Node', { ...SAY, driver: 'fs' }, 'is "fs", which is a part of Node'],
    ['a file', { ...SAY, driver: './driver.js' }, 'name a package, or cli or api'],
    ['a package of another kind', { ...SAY, driver: '@verifier/core' }, '@verifier/core, the driver of target "say", exports no `driver`'],
    ['a scenario that is none', { ...SAY, scenarios: [{ ...SAYS, steps: [] }] }, 'target "say": scenario says: steps is a list'],
  ])('%s is refused', async (_, target, sentence) => {
    await expect(openTargets([target], resolve)).rejects.toThrow(sentence);
  });

  test('both drivers of ours are there by their short names', async () => {
    const opened = await openTargets([SAY, { ...SAY, name: 'shop', driver: 'api' }], resolve);
    expect(opened.map(({ name, driver: { targetType } }) => [name, targetType])).toEqual([['say', 'cli'], ['shop', 'api']]);
  });
});

describe('made ready first', () => {
  const made = (...prepare: RegisteredCommand[]): { target: TargetConfig } => ({ target: { ...SAY, commands: { say: node('made.js') }, prepare } });
  const copy = node('-e', "require('node:fs').copyFileSync('say.js', 'made.js')");

  test('what is prepared is what is probed', async () => {
    const { claims, findings } = await probed("console.log('two');", "console.log('two');", made(copy));
    expect([claims[0]?.evidenceIds, findings]).toEqual([['E-1'], []]);
  });

  test('a head that cannot be made ready where the base can is a finding', async () => {
    const { findings, evidence, kept } = await probed('1', '(', made(node('--check', 'say.js'), copy));
    expect(findings).toMatchObject([{ category: 'regression', reproduced: true, severity: 'blocker', claimIds: [], title: `say: ${process.execPath} --check say.js ended with 1, and ended with 0 at the base` }]);
    expect([evidence.map(({ path: file }) => file), kept('probe-E-1.json')]).toEqual([['probe-E-1.json'], expect.stringContaining('SyntaxError') as string]);
  });

  test.each([['1', 'ended with 3'], ['nope', 'ENOENT']])('a base that cannot is the environment: %s', async (kind, how) => {
    const { findings, runMeta } = await probed('1', '1', made(kind === '1' ? node('-e', 'process.exit(3)') : { executable: 'no-such-program' }));
    expect([findings, runMeta.stagesSkipped]).toEqual([[], [{ stage: 'stage5', reasonCode: 'env-failure', reason: expect.stringContaining(how) as string }]]);
  });

  test('one that never ends is over with the budget', async () => {
    const { runMeta } = await probed('1', '1', { ...made(node('-e', 'setInterval(() => {}, 1000)')), options: { budgetMs: 300 } });
    expect(runMeta.stagesSkipped).toMatchObject([{ reasonCode: 'budget-exceeded' }]);
  });
});

test('folders that cannot be laid out are the environment', async () => {
  const { runMeta, findings } = await probed('1', '1', { options: { projects: () => Promise.reject(new Error('the disk is full')) } });
  expect([findings, runMeta.stagesExecuted, runMeta.stagesSkipped]).toEqual([[], [], [{ stage: 'stage5', reasonCode: 'env-failure', reason: 'base and head could not be laid out: the disk is full' }]]);
});

test('a head that became slow is a finding, one that was slow before is none', async () => {
  const slow = 'setTimeout(() => {}, 700);';
  const target = { ...SAY, perfLimitMs: 500 };
  expect((await probed('1', slow, { target })).findings).toMatchObject([{ category: 'perf', reproduced: true, severity: 'blocker', title: 'say: say takes longer than its limit of 500 ms' }]);
  expect((await probed(slow, slow, { target })).findings).toEqual([]);
});

test('an abort from outside ends what runs, and says so', async () => {
  const over = new AbortController();
  setTimeout(() => { over.abort(); }, 400);
  const began = performance.now();
  const { findings, runMeta } = await probed('setInterval(() => {}, 1000)', '1', { signal: over.signal });
  expect(performance.now() - began).toBeLessThan(8000);
  expect([findings, runMeta.stagesSkipped.map(({ reasonCode }) => reasonCode)]).toEqual([[], ['budget-exceeded']]);
});

test('what a program prints is redacted before it is kept', async () => {
  const secret = ['ghp', 'k7Qm2xR9vT4nB8sW1yZ5cL3pD6fH0jG2aE4u'].join('_');
  const { findings, kept } = await probed("console.log('two');", `console.error('${secret}'); process.exit(1);`);
  expect(findings.length).toBeGreaterThan(0);
  expect(`${JSON.stringify(findings)}${kept('probe-E-1.json')}`).not.toContain(secret);
});

test('an opinion of a probe goes through the gate, like one of the lens', async () => {
  const root = folderWith({});
  const runFolder = path.join(root, '.verifier/runs/20261201000000-7-00000a');
  mkdirSync(runFolder, { recursive: true });
  const probes: ProbeStage = ({ claims, runMeta, numbers }) => Promise.resolve({
    claims, evidence: [], runMeta: { ...runMeta, stagesExecuted: [...runMeta.stagesExecuted, 'stage5'] },
    findings: [{ id: numbers.finding(), category: 'logic', reproduced: false, severity: 'minor', title: 'the sum is not on the screen', scenario: 'look at it', claimIds: [], evidenceIds: [], refutation: { required: true, attempted: false, outcome: 'skipped', evidenceIds: [] }, origin: 'stage5' }],
  });
  const asked = (outcome: string) => runStages({
    root, runId: '20261201000000-7-00000a', runFolder, task: 't', diff: '+x', base: 'main', head: 'h', report: '', stages: [4, 5], provider: null, allowLlm: true, env: {}, now: () => new Date(0), probes,
    transport: answering({ outcome, reasoning: 'seen' }),
  });
  expect((await asked('survived')).stages.findings).toMatchObject([{ origin: 'stage5', refutation: { attempted: true, outcome: 'survived' } }]);
  rmSync(runFolder, { recursive: true });
  mkdirSync(runFolder);
  expect((await asked('refuted')).stages.findings).toMatchObject([{ origin: 'stage5', refutation: { attempted: true, outcome: 'refuted' } }]);
});
