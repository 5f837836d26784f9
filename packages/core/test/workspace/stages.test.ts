import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions } from '../../src/cli/options.js';
import { checked, ENV } from './checked.js';
import { folder, put, repository } from './repo.js';

const A = { 'src/a.js': 'export const a = 1;\n' };
const A2 = { 'src/a.js': 'export const a = 2;\n' };
const PROVIDER = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
const config = (stages: object, more: object = {}) => ({ 'verifier.config.json': JSON.stringify({ verifyCommands: ['git diff --check'], stages, ...more }) });

/** A package that keeps what it was asked and answers with these findings. */
function stagePackage(findings: readonly object[]): { env: Record<string, string | undefined>; asked: () => Record<string, unknown> } {
  const at = folder();
  put(at, {
    'package.json': '{"name":"@verifier/agents","type":"module","exports":"./index.js"}',
    'index.js': `import { writeFileSync } from 'node:fs';\nimport path from 'node:path';\nexport async function runStages(request) {\n  writeFileSync(path.join(import.meta.dirname, 'asked.json'), JSON.stringify({ ...request, allowed: ['npm test', 'npm test '].map((command) => request.authorizeCommand(command)) }));\n  return { findings: ${JSON.stringify(findings)} };\n}\n`,
  });
  return { env: { ...ENV, VERIFIER_STAGES_PACKAGE: path.join(at, 'index.js') }, asked: () => JSON.parse(readFileSync(path.join(at, 'asked.json'), 'utf8')) as Record<string, unknown> };
}

describe('the stages', () => {
  test.each([
    ['block', 'not_mergeable', 'stages/reproduced'], ['warn', 'conditional', 'stages/opinion'], ['ask', 'conditional', 'stages/environment'], ['note', 'mergeable', 'stages/opinion'],
  ] as const)('a finding that is to %s joins the one judge: %s', async (effect, expected, rule) => {
    const { env, asked } = stagePackage([{ rule, effect, source: 'diff', message: 'src/a.js:1: two is one too many' }]);
    const { verdict, rules } = await checked(repository({ ...A, ...config({}) }, A2), { stages: [1, 2] }, env);
    expect(verdict.final_verdict).toBe(expected);
    expect(rules).toContain(`${rule}:${effect}`);
    expect(asked()).toMatchObject({ stages: [1, 2], allowLlm: false, provider: null, task: 'Change it.', taskSource: { tier: 'secondary' }, checks: [{ command: 'git diff --check', path: 'verify-logs.txt' }], allowed: [false, false] });
  });

  test('what the configuration of the base says is handed on, and commands are allowed by their very words', async () => {
    const { env, asked } = stagePackage([]);
    const root = repository({ ...A, ...config({ provider: PROVIDER, taskTier: 'primary', allowCommands: ['npm test'] }) }, A2);
    put(root, config({ provider: { ...PROVIDER, baseUrl: 'http://elsewhere.invalid/v1' }, allowCommands: ['npm test '] }));
    const { verdict } = await checked(root, { stages: [0, 3, 4], allowLlm: true }, env);
    expect(asked()).toMatchObject({ provider: PROVIDER, allowLlm: true, taskSource: { tier: 'primary', kind: 'user-prompt' }, allowed: [true, false], runId: verdict.run?.id, runFolder: verdict.run?.artifacts_dir });
  });

  test('a provider that is new in the change is none: a change does not say where the code is sent', async () => {
    const { env } = stagePackage([]);
    const root = repository(A, { ...A2, ...config({ provider: PROVIDER }) });
    await expect(checked(root, { stages: [3], allowLlm: true }, env)).rejects.toThrow('needs a model');
  });

  test.each<[string, object, object, Record<string, string | undefined>, string]>([
    ['a model that nobody allowed', { stages: [0, 1] }, { provider: PROVIDER }, {}, '--stages 0 asks a model'],
    ['a model that nobody named', { stages: [3], allowLlm: true }, {}, {}, '--stages 3 needs a model'],
    ['nothing to probe', { stages: [5] }, {}, {}, '--stages 5 has nothing to probe'],
    ['scenarios that a model would have to write', { stages: [5] }, { targets: [{ name: 't', driver: 'cli' }] }, {}, '--stages 5 asks a model'],
    ['a package from before there were probes', { stages: [5] }, { targets: [{ name: 't', driver: 'cli', scenarios: [] }] }, {}, 'has no probes'],
    ['the package is not where it is said to be', { stages: [1] }, {}, { VERIFIER_STAGES_PACKAGE: 'nowhere' }, 'VERIFIER_STAGES_PACKAGE names "nowhere"'],
    ['a package of another kind', { stages: [1] }, {}, { VERIFIER_STAGES_PACKAGE: import.meta.filename.replace('stages.test.ts', 'repo.ts') }, 'has no runStages'],
    ['--allow-llm alone', { allowLlm: true }, {}, {}, '--allow-llm says nothing without --stages'],
    ['--reuse-claims alone', { reuseClaims: 'x' }, {}, {}, '--reuse-claims says nothing without --stages'],
  ])('%s is refused, and nothing is kept', async (_, options, stages, env, sentence) => {
    const root = repository({ ...A, ...config(stages, { verifyCommands: ['touch ran'] }) }, A2);
    await expect(checked(root, options, { ...stagePackage([]).env, ...env })).rejects.toThrow(sentence);
    expect(existsSync(path.join(root, 'ran'))).toBe(false);
  });

  test.each([[['--stages', '6'], 'from 0 to 5'], [['--stages', '1,,2'], 'from 0 to 5'], [['--stages', 'all'], 'from 0 to 5'], [['--stages'], 'needs a value'], [['--pr', '3'], '--pr is reserved']])('%j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });
  test('the list is read in order, each once', () => {
    expect(readOptions(['--stages', '2, 1,2', '--allow-llm', '--reuse-claims', 'x'])).toMatchObject({ stages: [1, 2], allowLlm: true, reuseClaims: 'x' });
  });
});
