import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ROOT } from '../generate/files.js';
import { KINDS as ALL, startNew } from '../new/index.js';

const KINDS = [
  ['recognizer', 'newcomer', 'packages/core/src/evidence/logs/tools/newcomer.ts'],
  ['rule', 'risk/newcomer', 'packages/core/src/rules/risk/newcomer.ts'],
  ['reporter', 'newcomer', 'packages/core/src/report/newcomer.ts'],
  ['adapter', 'newcomer', 'packages/core/src/adapters/newcomer.ts'],
] as const;

/** A copy of the sources in which things can be made. */
let copy = '';
beforeAll(() => {
  copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'verifier-new-')));
  for (const part of ['package.json', 'tsconfig.base.json', 'vitest.config.ts', 'scripts', 'fixtures/logs/also.json', 'packages/core/package.json', 'packages/core/tsconfig.json', 'packages/core/vitest.config.ts', 'packages/core/src']) {
    cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
  }
  for (const modules of ['node_modules', 'packages/core/node_modules']) symlinkSync(path.join(ROOT, modules), path.join(copy, modules));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('what is refused', () => {
  const said = (words: readonly string[]) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const code = startNew(words, copy);
    const [text] = error.mock.calls[0] as [string];
    error.mockRestore();
    return [code, text] as const;
  };

  test.each([
    [[], 'say what to make'],
    [['recipe', 'soup'], 'there is no kind "recipe"'],
    [['constructor', 'x'], 'there is no kind "constructor"'],
    [['rule'], 'give exactly one name'],
    [['rule', 'newcomer'], 'is no name for a rule'],
    [['rule', '../newcomer'], 'is no name for a rule'],
    [['recognizer', 'New Comer'], 'is no name for a recognizer'],
    [['reporter', 'text'], 'packages/core/src/report/text.ts exists already'],
  ])('%j', (words, sentence) => {
    const [code, text] = said(words);
    expect(code).toBe(2);
    expect(text).toContain(sentence);
    expect(existsSync(path.join(copy, 'fixtures/rules'))).toBe(false);
  });
});

test('the examples are free to be made, and CONTRIBUTING shows the same', () => {
  const shown = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  for (const [kind, { example, files }] of Object.entries(ALL)) {
    expect(Object.keys(files(example)).filter((file) => existsSync(path.join(ROOT, file))), kind).toEqual([]);
    expect(shown).toContain(`pnpm new ${kind} ${example} `);
  }
});

describe('what is made', () => {
  beforeAll(() => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    for (const [kind, name] of KINDS) expect(startNew([kind, name], copy), kind).toBe(0);
    vi.restoreAllMocks();
  });

  test('the registries know it, and a rule has its page', () => {
    const text = (file: string) => readFileSync(path.join(copy, file), 'utf8');
    expect(text('packages/core/src/rules/index.ts')).toContain("import { rule as riskNewcomer } from './risk/newcomer.js';");
    expect(text('packages/core/src/evidence/logs/tools/index.ts')).toContain("import { recognizer as newcomer } from './newcomer.js';");
    expect(text('docs/rules/risk/newcomer.md')).toContain('+  replaceMe();');
    expect(text('docs/recognizers.md')).toContain('## newcomer');
  });

  test('it compiles under the options of the house', () => {
    const base = ts.readConfigFile(path.join(copy, 'tsconfig.base.json'), (file) => ts.sys.readFile(file)).config as { compilerOptions: object };
    const { options } = ts.convertCompilerOptionsFromJson({ ...base.compilerOptions, noEmit: true }, copy);
    const program = ts.createProgram(KINDS.map(([, , file]) => path.join(copy, file)), options);
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  test('it is green before it is touched, walls included', () => {
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
    const files = ['architecture', 'rules/rules', 'tools/tools', 'report/newcomer', 'adapters/newcomer'].map((file) => `${file}.test.ts`);
    const { stdout, status } = spawnSync(process.execPath, [vitest, 'run', '--root', copy, '--project', 'core', '--update', '--reporter=json', '-t', 'newcomer|blocked|done.event|not-mine', ...files], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    });
    const report = JSON.parse(stdout) as { numPassedTests: number; testResults: { assertionResults: { title: string; status: string; ancestorTitles: string[] }[] }[] };
    const ran = report.testResults.flatMap(({ assertionResults }) => assertionResults).filter((one) => one.status !== 'skipped' && one.status !== 'pending');
    expect(ran.filter((one) => one.status !== 'passed').map(({ title }) => title), stdout.slice(0, 2000)).toEqual([]);
    const titles = ran.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' '));
    for (const part of ['passed.first.log', 'failed.first.log', 'warn.first', 'ok.first', 'blocked.judgement.json', 'done.event.json']) {
      expect(titles.some((title) => title.includes(part)), part).toBe(true);
    }
    expect(status).toBe(0);
  });
});
