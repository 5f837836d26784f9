import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CLI, CORE, type Ended, emptyFolder, lay, plainEnv, repositoryWith, verifier } from './built.js';
import { verdictOf } from './samples.js';

const AGENTS = path.resolve(CORE, '../agents/dist/index.js');
if (!existsSync(AGENTS)) throw new Error('there is no packages/agents/dist: run `pnpm build` first');

const TEST = "import { test } from 'node:test';\ntest('adds', () => {});\n";
const PROJECT = { 'package.json': '{"name":"p","type":"module","scripts":{"test":"node --test"}}\n', 'a.js': 'export const a = 1;\n', 'a.test.js': TEST };
const INSTALLED = { VERIFIER_STAGES_PACKAGE: AGENTS };
const fileOf = (ended: Ended, name: string): unknown => JSON.parse(readFileSync(path.join(verdictOf(ended).run?.artifacts_dir ?? '', name), 'utf8'));

test('stages 1 and 2 ask nobody (here no check is a static one): what the checks said is kept beside the verdict', () => {
  const cwd = repositoryWith(PROJECT);
  lay(cwd, { 'a.js': 'export const a = 2;\n' });
  const ended = verifier(['check', '--task', 'Make it two.', '--stages', '1,2'], { cwd, env: INSTALLED });
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(fileOf(ended, 'stages.json')).toMatchObject({ schemaVersion: 1, run: { stagesExecuted: ['stage2'], cost: { inputTokens: 0, usd: 0 } } });
});

test('a model that is configured and allowed is asked; its opinion warns and cannot block', async () => {
  const claim = { statement: 'a is two', priority: 'must-verify', plannedChecks: ['reading'], sourceRef: 'S-1' };
  const finding = { category: 'crash', title: 'two is odd', location: { file: 'a.js', line: 1 }, scenario: 'import a and divide by a minus two', claimIds: ['C-1'] };
  const answers = [{ claims: [claim], conflicts: [] }, { findings: [finding], claimAssessments: [{ claimId: 'C-1', supported: true, note: 'it is' }] }];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => { body += text; }).on('end', () => {
      const content = JSON.stringify(answers[Math.min(asked.length, 1)]);
      asked.push(body);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }], usage: { prompt_tokens: 10, completion_tokens: 5 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const cwd = repositoryWith({ ...PROJECT, 'verifier.config.json': JSON.stringify({ stages: { provider: { kind: 'openai-compatible', baseUrl, model: 'm', keyEnv: 'PLACE_KEY' }, taskTier: 'primary' } }) });
    lay(cwd, { 'a.js': 'export const a = 2;\n' });
    const key = ['kq', '8f3jd02lx9'].join('-').repeat(3);
    const ended = await verifierBeside(['check', '--task', 'Make it two.', '--stages', '0,3', '--allow-llm'], cwd, { ...INSTALLED, PLACE_KEY: key });
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(asked).toHaveLength(2);
    const { verdict, final_verdict, must_fix, should_fix } = verdictOf(ended);
    expect([verdict, final_verdict, must_fix]).toEqual(['open_pr_with_warning', 'conditional', []]);
    expect(should_fix.map(({ message }) => message).join('\n')).toMatch(/a\.js:1: two is odd .*\[stages\/opinion\]/);
    expect(fileOf(ended, 'claims.json')).toMatchObject({ claims: [{ id: 'C-1', statement: 'a is two' }] });
    expect(`${ended.stdout}${JSON.stringify(fileOf(ended, 'stages.json'))}${asked.join('')}`).not.toContain(key);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

const node = (...args: string[]) => ({ executable: process.execPath, args });
const TARGET = { name: 'half', driver: 'cli', commands: { half: node('half.js', '9') }, scenarios: [{ id: 'odd', description: 'half of an odd number', claimIds: [], failCategory: 'regression', steps: [{ kind: 'exec', command: 'half' }] }] };
const HALF = { ...PROJECT, 'half.js': 'console.log(Number(process.argv[2]) / 2);\n', 'verifier.config.json': JSON.stringify({ stages: { targets: [TARGET] } }) };

test('stage 5 starts base and head, each in a folder of its own, asks nobody, and blocks on what only the head shows', () => {
  const cwd = repositoryWith(HALF);
  lay(cwd, { 'half.js': "if (Number(process.argv[2]) % 2 === 1) throw new RangeError('odd');\nconsole.log(Number(process.argv[2]) / 2);\n" });
  const ended = verifier(['check', '--task', 'Halve even numbers only.', '--stages', '5'], { cwd, env: INSTALLED });
  expect([ended.code, ended.stderr]).toEqual([0, '']);
  const { verdict, must_fix } = verdictOf(ended);
  expect(verdict).toBe('block_pr');
  expect(must_fix.map(({ message }) => message)).toContainEqual(expect.stringMatching(/half: .*half ended with 1.*\[stages\/reproduced\]/));
  expect(fileOf(ended, 'stages.json')).toMatchObject({ run: { stagesExecuted: ['stage5'], targets: ['cli:half'], cost: { inputTokens: 0 } } });
  expect(fileOf(ended, 'probe-E-1.json')).toMatchObject({ target: 'half', base: { seen: { stdout: '4.5\n' } } });
});

test('stage 5 is silent where both sides do the same', () => {
  const cwd = repositoryWith(HALF);
  lay(cwd, { 'half.js': 'console.log(Number(process.argv[2]) * 0.5);\n' });
  const ended = verifier(['check', '--task', 'Multiply instead.', '--stages', '5'], { cwd, env: INSTALLED });
  expect([ended.code, ended.stderr, verdictOf(ended).verdict]).toEqual([0, '', 'open_pr']);
});

test('a driver that is not installed is told before anything is run', () => {
  const cwd = repositoryWith({ ...HALF, 'package.json': '{"name":"p","type":"module","scripts":{"test":"touch ran"}}\n', 'verifier.config.json': JSON.stringify({ stages: { targets: [{ ...TARGET, driver: 'probe-driver-of-nobody' }] } }) });
  lay(cwd, { 'a.js': 'export const a = 2;\n' });
  const ended = verifier(['check', '--task', 't', '--stages', '5'], { cwd, env: INSTALLED });
  expect([ended.code, ended.stdout, existsSync(path.join(cwd, 'ran'))]).toEqual([2, '', false]);
  expect(ended.stderr).toBe('verifier: target "half" needs the driver probe-driver-of-nobody: install it beside @verifier/agents, `npm install probe-driver-of-nobody`\n');
});

test('without the package: what to install, and never the one of the workspace', async () => {
  const home = emptyFolder();
  cpSync(path.dirname(CLI), path.join(home, 'dist'), { recursive: true });
  const cwd = repositoryWith({ ...PROJECT, 'node_modules/@verifier/agents/package.json': '{"type":"module","exports":"./i.js"}', 'node_modules/@verifier/agents/i.js': "import { writeFileSync } from 'node:fs';\nwriteFileSync('loaded', '');\nexport const runStages = () => ({ findings: [] });\n" });
  lay(cwd, { 'a.js': 'export const a = 2;\n' });
  const ended = await verifierBeside(['check', '--task', 'Make it two.', '--stages', '1'], cwd, {}, path.join(home, 'dist/cli.js'));
  expect([ended.code, ended.stdout]).toEqual([2, '']);
  expect(ended.stderr).toMatch(/^verifier: --stages needs the package @verifier\/agents: .*npm install @verifier\/agents/);
  expect(existsSync(path.join(cwd, 'loaded'))).toBe(false);
});

/** Does not hold up this process, which has to answer. */
function verifierBeside(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv, cli = CLI): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd, env: { ...plainEnv(), NODE_PATH: '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => { said[name] += text; });
    child.on('error', reject).on('close', (code) => { resolve({ code, ...said }); });
  });
}
