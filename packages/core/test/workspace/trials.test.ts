import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { planText } from '../../src/cli/plan.js';
import { checked, type Checked, ENV } from './checked.js';
import { commit, folder, git, put, repository } from './repo.js';

const LIB = {
  'package.json': '{"name":"sizes","type":"module","scripts":{"test":"node --test"}}\n',
  'src/size.js': 'export const kib = (n) => n / 1024;\nexport const mib = (n) => kib(n) / 1024;\n',
  'src/sum.js': 'export const sum = (list) => list.reduce((a, b) => a + b, 0);\n',
};
const HEAD = "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\n";
const BASE = {
  ...LIB,
  'test/size.test.js': `${HEAD}import { kib, mib } from '../src/size.js';\n\ntest('kib halves', () => {\n  assert.equal(kib(512), 0.5);\n});\n\ntest('mib of one', () => {\n  assert.equal(mib(1048576), 1);\n});\n`,
  'test/sum.test.js': `${HEAD}import { sum } from '../src/sum.js';\n\ntest('sum of none', { skip: process.env.QUICK === 'yes' }, () => {\n  assert.equal(sum([]), 0);\n});\n`,
};
const BROKEN = edited('src/size.js', 'kib(n) / 1024', 'kib(n) / 1000');
const WEAK = edited('test/size.test.js', 'assert.equal(mib(1048576), 1)', 'assert.ok(mib(1048576) > 0)');
const PYTHON = {
  'sizes.py': 'def kib(n):\n    return n / 1024\n',
  'tests/__init__.py': '',
  'tests/test_kib.py': 'import unittest\nfrom sizes import kib\n\n\nclass Kib(unittest.TestCase):\n    def test_half(self):\n        self.assertEqual(kib(512), 0.5)\n',
  'tests/test_zero.py': 'import unittest\nfrom sizes import kib\n\n\nclass Zero(unittest.TestCase):\n    def test_zero(self):\n        self.assertEqual(kib(0), 0)\n',
};
const FILTER = 'def load_tests(loader, tests, pattern):\n    return loader.loadTestsFromName("tests.test_zero")\n';
const SIZES = 'Sizes are printed with two digits.';
const REFACTOR = 'Refactor the functions of sizes.';

function edited(file: keyof typeof BASE, from: string, to: string): Record<string, string> {
  if (!BASE[file].includes(from)) throw new Error(`${file} holds no ${from}`);
  return { [file]: BASE[file].replace(from, to) };
}

interface Told {
  readonly rule: string;
  readonly effect: string;
  readonly message: string;
  readonly evidence?: string;
}

const findingsOf = ({ artifact }: Checked): Told[] => (JSON.parse(artifact('findings.json')) as { findings: Told[] }).findings;
const told = (done: Checked, rule: string): string[] => findingsOf(done).filter((one) => one.rule === rule).map(({ effect, message }) => `${effect}: ${message}`);
const obstacles = ({ artifact }: Checked): unknown[] => (JSON.parse(artifact('findings.json')) as { trials?: { obstacle: unknown }[] }).trials?.map(({ obstacle }) => obstacle) ?? [];
const node = (root: string, task: string, options: Parameters<typeof checked>[1] = {}, env?: Parameters<typeof checked>[2]): Promise<Checked> => checked(root, { task, verifyCommands: ['node --test'], ...options }, env);

afterEach(() => { vi.unstubAllEnvs(); });

/** Verifier's temporary folders go there. */
function temporary(): string {
  const at = folder();
  vi.stubEnv('TMPDIR', at);
  return at;
}

describe('--compare-base', () => {
  test('names the tests that are no longer executed, and leaves nothing behind', async () => {
    const root = repository(BASE, edited('package.json', 'node --test', 'node --test test/size.test.js'));
    const [before, tmp] = [git(root, 'status', '--short'), temporary()];
    const done = await checked(root, { task: SIZES, verifyCommands: ['npm test'], compareBase: true });
    expect(told(done, 'integrity/fewer-tests')).toEqual(['warn: `npm test` executed 3 tests at the base and 2 with the change, and one is gone: `sum of none`. Let them run again, or say in the task why they go']);
    // The script says why, and that blocks.
    expect(done.rules).toContain('integrity/tests-filtered:block');
    expect(done.verdict.final_verdict).toBe('not_mergeable');
    expect([git(root, 'status', '--short'), existsSync(path.join(root, '.git/worktrees')), readdirSync(tmp)]).toEqual([before, false, []]);
    expect(readFileSync(path.join(done.verdict.run?.artifacts_dir ?? '', 'trial-logs.txt'), 'utf8')).toMatch(/^# The base\n\n\$ npm test\nexit code 0\n/);
  });

  test('tests that are gone with their file, and tests that are skipped', async () => {
    const root = repository(BASE);
    git(root, 'rm', '-q', 'test/size.test.js');
    const done = await node(root, SIZES, { compareBase: true });
    expect(done.rules).toContain('integrity/test-removed:block');
    expect(told(done, 'integrity/fewer-tests')).toEqual([expect.stringMatching(/^note: `node --test` executed 3 tests at the base and 1 with the change, and 2 are gone: `kib halves`, `mib of one`/)]);
    const skipping = repository(BASE, edited('package.json', 'node --test', 'QUICK=yes node --test'));
    const other = await checked(skipping, { task: SIZES, verifyCommands: ['npm test'], compareBase: true });
    expect(told(other, 'verification/skipped')).toEqual([expect.stringContaining('warn: `npm test` skips 1 check or leaves them to do, and 0 at the base: `sum of none` ran there')]);
    expect(told(other, 'integrity/fewer-tests')).toEqual([]);
  });

  test('says nothing of tests that were renamed, split, moved, added, or skipped before', async () => {
    const root = repository({ ...BASE, ...edited('test/sum.test.js', "process.env.QUICK === 'yes'", 'true') }, {
      ...edited('test/size.test.js', 'mib of one', 'one mebibyte'),
      'test/whole.test.js': `${HEAD}import { kib } from '../src/size.js';\n\ntest('whole numbers', () => {\n  assert.equal(kib(2048), 2);\n});\n`,
    });
    const done = await node(root, 'Test whole numbers, too.', { compareBase: true });
    expect([told(done, 'integrity/fewer-tests'), told(done, 'verification/skipped')]).toEqual([[], ['note: `node --test` skips 1 check or leaves them to do, as at the base.']]);
    expect(done.verdict.final_verdict).toBe('mergeable');
  });

  test('tells new failures from those of the base; red stays red', async () => {
    const root = repository({ ...BASE, ...BROKEN }, edited('src/sum.js', ', 0)', ', 1)'));
    const done = await node(root, SIZES, { compareBase: true });
    expect(told(done, 'verification/failed')).toEqual([expect.stringMatching(/^block: .*sum of none.* and 1 more\. Fix it and run the command again\. 1 of the 2 did not fail at the base/)]);
    const old = repository({ ...BASE, ...BROKEN }, { 'README.md': '# Sizes\n' });
    expect(told(await node(old, 'Say what it is.', { compareBase: true }), 'verification/failed')).toEqual([expect.stringMatching(/^block: .*mib of one.*At the base this failed as well/)]);
    const fresh = repository(BASE, BROKEN);
    expect(told(await node(fresh, SIZES, { compareBase: true }), 'verification/failed')).toEqual([expect.stringMatching(/^block: .*At the base it passed, so this is new/)]);
  });

  test('numbers alone, where the log names no tests', async () => {
    const root = repository(PYTHON, { 'tests/__init__.py': FILTER, 'sizes.py': 'def kib(n):\n    return round(n / 1024, 3)\n' });
    const done = await checked(root, { task: SIZES, verifyCommands: ['python3 -m unittest'], compareBase: true });
    expect(told(done, 'integrity/fewer-tests')).toEqual([expect.stringMatching(/^warn: `python3 -m unittest` executed 2 tests at the base and 1 with the change\./)]);
  });

  test.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ['has no tests', LIB, { 'test/sum.test.js': BASE['test/sum.test.js'] }, /^$/],
    ['cannot be built', { ...BASE, 'src/size.js': 'export const kib = (' }, { 'src/size.js': BASE['src/size.js'], 'test/size.test.js': BASE['test/size.test.js'].replace('halves', 'is halved') }, /^$/],
    ['never ends', { ...BASE, 'test/slow.test.js': 'setInterval(() => {}, 1000);\n' }, { 'test/slow.test.js': '' }, /gave no result to compare with, since it timed out/],
  ])('a base that %s is no reproach', async (_, base, change, says) => {
    const done = await node(repository(base, change), 'Add tests of sums.', { compareBase: true, verifyTimeoutMs: 8_000 });
    expect(done.verdict.final_verdict).not.toBe('not_mergeable');
    expect(told(done, 'integrity/fewer-tests').join('\n')).toMatch(says);
    expect(done.rules.filter((rule) => rule.startsWith('integrity/') && !rule.endsWith(':note'))).toEqual([]);
  });

  test('what is installed is reachable, and stays as it is; a package of the workspace is the base’s own', async () => {
    const use = "import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport { writeFileSync } from 'node:fs';\nimport { two } from 'two';\nimport { kib } from 'own';\ntest('installed', () => { writeFileSync('node_modules/left', ''); assert.equal(two, 2); });\ntest('own', () => { assert.equal(kib, 1024); });\n";
    const base = { '.gitignore': 'node_modules\n', 'package.json': '{"type":"module","workspaces":["own"]}\n', 'own/package.json': '{"name":"own","type":"module","exports":"./index.js"}\n', 'own/index.js': 'export const kib = 1024;\n', 'test/use.test.js': use };
    const root = repository(base, { 'own/index.js': 'export const kib = 1000;\n', 'test/use.test.js': use.replace('1024', '1000').replace("writeFileSync('node_modules/left', '');", ''), 'node_modules/two/package.json': '{"name":"two","type":"module","exports":"./index.js"}', 'node_modules/two/index.js': 'export const two = 2;\n' });
    symlinkSync('../own', path.join(root, 'node_modules/own'));
    const done = await node(root, 'own: kib is 1000 now.', { compareBase: true });
    expect(readFileSync(path.join(done.verdict.run?.artifacts_dir ?? '', 'trial-logs.txt'), 'utf8')).toContain('# pass 2');
    expect([obstacles(done), readdirSync(path.join(root, 'node_modules')).sort(), done.verdict.final_verdict]).toEqual([[null], ['own', 'two'], 'mergeable']);
  });

  test('with another lockfile the base is not run', async () => {
    const root = repository({ ...BASE, '.gitignore': 'node_modules\n', 'package-lock.json': '{"lockfileVersion":3}\n' }, { 'package-lock.json': '{"lockfileVersion":3,"packages":{}}\n', 'node_modules/two/index.js': '' });
    const done = await node(root, 'Upgrade the lock file.', { compareBase: true });
    expect(told(done, 'integrity/fewer-tests')).toEqual([expect.stringContaining('note: The base was not run: package-lock.json is another one at the base')]);
  });

  test('a trial is a repository of its own: at the base, with its tags, and nothing that is done there is done here', async () => {
    const root = repository(BASE, edited('src/sum.js', 'a + b', 'b + a'));
    git(root, 'tag', 'v1');
    const seen = path.join(folder(), 'seen');
    const [head, refs] = [git(root, 'rev-parse', 'HEAD').trim(), git(root, 'for-each-ref')];
    // In the trial alone a commit and a tag are made.
    const command = `pwd >> ${seen}; git rev-parse HEAD >> ${seen}; git describe --tags --dirty >> ${seen}; case $PWD in */base) git -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m x; git tag here;; esac; git diff --check`;
    await checked(root, { task: SIZES, verifyCommands: [command], compareBase: true });
    expect(readFileSync(seen, 'utf8').trim().split('\n')).toEqual([root, head, 'v1-dirty', expect.stringMatching(/\/base$/), head, 'v1']);
    expect([git(root, 'for-each-ref'), git(root, 'rev-parse', 'HEAD').trim()]).toEqual([refs, head]);
  });

  test('runs in the same folder of the repository, in which other files are the base’s too', async () => {
    const root = repository({ 'shared/a.txt': 'old', 'web/package.json': '{"type":"module"}', 'web/a.test.js': "import { test } from 'node:test';\nimport { readFileSync } from 'node:fs';\ntest(readFileSync('../shared/a.txt', 'utf8'), () => {});\n" }, { 'shared/a.txt': 'new' });
    const done = await node(path.join(root, 'web'), 'Say new.', { compareBase: true });
    expect(readFileSync(path.join(done.verdict.run?.artifacts_dir ?? '', 'trial-logs.txt'), 'utf8')).toContain('ok 1 - old');
    expect(told(done, 'integrity/fewer-tests')).toEqual([]);
  });

  test('with --reuse the base is run once', async () => {
    const count = path.join(folder(), 'count');
    const root = repository(BASE, edited('src/sum.js', 'a + b', 'b + a'));
    const options = { reuse: true, compareBase: true, verifyCommands: [`echo run >> ${count} && node --test`] };
    await checked(root, { task: SIZES, ...options });
    put(root, edited('src/sum.js', 'a + b', '(a + b)'));
    const done = await checked(root, { task: SIZES, ...options });
    expect(readFileSync(count, 'utf8')).toBe('run\nrun\nrun\n');
    expect(done.rules).toContain('run/reused:note');
  });

  test.each([['TERM', 2], ['KILL', null]] as const)('SIG%s while the base runs leaves nothing behind', async (signal, code) => {
    const root = repository(BASE, edited('src/sum.js', 'a + b', 'b + a'));
    const tmp = folder();
    const command = `case $PWD in */base) kill -${signal} $PPID; sleep 30;; esac; git diff --check`;
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, '../../src/cli/main.ts'), 'check', '--task', 't', '--compare-base', '--verify-command', command], { cwd: root, env: { ...ENV, TMPDIR: tmp }, stdio: 'ignore' });
    expect(await new Promise((resolve) => { child.on('close', resolve); })).toBe(code);
    // The watchdog of a verifier that was killed takes its folder away.
    for (let round = 0; round < 300 && readdirSync(tmp).some((name) => name.startsWith('verifier-')); round += 1) await wait(100);
    expect([readdirSync(tmp).filter((name) => name.startsWith('verifier-')), existsSync(path.join(root, '.git/worktrees'))]).toEqual([[], false]);
    if (code === 2) expect(readFileSync(path.join(root, '.verifier/runs', readdirSync(path.join(root, '.verifier/runs'))[0] ?? '', 'verdict.json'), 'utf8')).toContain('"inconclusive"');
  }, 60_000);

  test('works where the history is cut off', async () => {
    const origin = repository(BASE);
    commit(origin, { 'README.md': 'x\n' });
    const at = path.join(folder(), 'shallow');
    git(path.dirname(at), 'clone', '-q', '--depth', '1', `file://${origin}`, at);
    put(at, edited('src/sum.js', 'a + b', 'b + a'));
    const done = await node(at, SIZES, { compareBase: true, base: 'HEAD' });
    expect([obstacles(done), told(done, 'integrity/fewer-tests')]).toEqual([[null], []]);
  });
});

describe('--restore-tests', () => {
  test('blocks a product that only the bent tests let pass, with a way to see it', async () => {
    const root = repository(BASE, { ...BROKEN, ...WEAK });
    const done = await node(root, REFACTOR, { restoreTests: true });
    const [finding] = findingsOf(done).filter(({ rule }) => rule === 'integrity/base-tests-fail');
    expect(finding).toMatchObject({ effect: 'block', message: expect.stringMatching(/^1 test of the base fails .*`mib of one` \(it held at the base\)/) as string });
    const [checkout = ''] = (finding?.evidence ?? '').split('\n').filter((line) => line.startsWith('git checkout '));
    git(root, ...checkout.split(' ').slice(1));
    expect(() => execFileSync('node', ['--test'], { cwd: root, stdio: 'ignore', env: { PATH: process.env['PATH'] } })).toThrow();
  });

  test.each<[string, Record<string, string>, Record<string, string>, string, string]>([
    ['a filter of the script', BASE, { ...BROKEN, ...edited('package.json', 'node --test', 'node --test test/sum.test.js') }, 'npm test', 'mib of one'],
    ['a loader that is new', PYTHON, { 'sizes.py': 'def kib(n):\n    return n / 1000\n', 'tests/__init__.py': FILTER }, 'python3 -m unittest', 'test_half'],
    ['a module that loads before all others', PYTHON, { 'sizes.py': 'def kib(n):\n    return n / 1000\n', 'sitecustomize.py': 'import unittest\nunittest.TestCase.assertEqual = lambda self, a, b, msg=None: None\n' }, 'PYTHONPATH=. python3 -m unittest', 'test_half'],
  ])('%s hides nothing', async (_, base, change, command, name) => {
    const done = await checked(repository(base, change), { task: REFACTOR, verifyCommands: [command], restoreTests: true });
    expect(told(done, 'integrity/base-tests-fail')).toEqual([expect.stringMatching(new RegExp(`^block: .*${name}`))]);
  });

  test('a test that was red at the base and was bent until it passed is red still', async () => {
    const done = await node(repository({ ...BASE, ...BROKEN }, WEAK), 'Make the failing test of sizes pass.', { restoreTests: true });
    expect(told(done, 'integrity/base-tests-fail')).toEqual([expect.stringContaining('(it was red at the base and still is)')]);
  });

  test.each<[string, Record<string, string>, string, RegExp]>([
    ['asked for', { ...edited('src/size.js', 'n / 1024;', 'Math.round(n / 1024);'), ...edited('test/size.test.js', 'kib(512), 0.5', 'kib(512), 1') }, 'kib is rounded to whole numbers, so that 512 gives 1.', /^note: 1 test of the base fails/],
    ['renamed with its subject', { 'src/size.js': BASE['src/size.js'].replaceAll('kib', 'kibibytes'), 'test/size.test.js': BASE['test/size.test.js'].replaceAll('kib', 'kibibytes') }, 'Rename kib to kibibytes.', /^note: /],
    ['only better', { ...edited('src/size.js', 'kib(n) / 1024', 'n / 1048576'), ...edited('test/size.test.js', 'mib of one', 'one mebibyte') }, REFACTOR, /^$/],
    ['red already', BROKEN, REFACTOR, /^$/],
  ])('a change that is %s is not held', async (_, change, task, says) => {
    const done = await node(repository(BASE, change), task, { restoreTests: true });
    expect(told(done, 'integrity/base-tests-fail').join('\n')).toMatch(says);
  });

  test('what fails once and passes once is not held against the change', async () => {
    const mark = path.join(folder(), 'mark');
    const flaky = `${HEAD}import { existsSync, writeFileSync } from 'node:fs';\n\ntest('sometimes', () => {\n  if (process.cwd().endsWith('restored') && !existsSync(${JSON.stringify(mark)})) {\n    writeFileSync(${JSON.stringify(mark)}, '');\n    assert.fail();\n  }\n});\n`;
    const done = await node(repository({ ...BASE, 'test/flaky.test.js': flaky }, { ...edited('src/sum.js', 'a + b', 'b + a'), ...edited('test/sum.test.js', 'sum of none', 'sum of nothing') }), REFACTOR, { restoreTests: true });
    expect(told(done, 'integrity/base-tests-fail')).toEqual([expect.stringContaining('note: `node --test` failed once and passed once')]);
  });
});

describe('--red-proof', () => {
  test('tests that hold without the change notice nothing', async () => {
    const change = { ...edited('src/size.js', 'n / 1024;', 'Math.round(n / 1024);'), ...edited('test/size.test.js', 'assert.equal(kib(512), 0.5)', 'assert.ok(kib(512) >= 0.5)') };
    const done = await node(repository(BASE, change), 'kib gives whole numbers.', { redProof: true });
    expect(told(done, 'integrity/tests-notice-nothing')).toEqual([expect.stringMatching(/^warn: 1 changed test \(`kib halves`\) passes on the product of the base as well, .*src\/size\.js/)]);
  });

  test('tests that fail without it do, also a new one of a new function, untracked', async () => {
    const change = { 'src/gib.js': 'export const gib = (n) => n / 1024 ** 3;\n', 'test/gib.test.js': `${HEAD}import { gib } from '../src/gib.js';\n\ntest('gib of one', () => {\n  assert.equal(gib(1024 ** 3), 1);\n});\n` };
    const done = await node(repository(BASE, change), 'Add gib.', { redProof: true });
    expect([done.rules.filter((rule) => rule.startsWith('integrity/tests')), obstacles(done)]).toEqual([[], [null]]);
  });
});

describe('asking for trials', () => {
  test('by the configuration, which the command line takes back', async () => {
    const root = repository({ ...BASE, 'verifier.config.json': JSON.stringify({ verifyCommands: ['git diff --check'], compareBase: true, restoreTests: true, redProof: true }) }, { ...edited('src/sum.js', 'a + b', 'b + a'), ...edited('test/sum.test.js', 'none', 'nothing') });
    expect(obstacles(await checked(root))).toEqual([null, null, null]);
    const without = await checked(root, { compareBase: false, restoreTests: false, redProof: false });
    expect(obstacles(without)).toEqual([]);
    expect(existsSync(path.join(without.verdict.run?.artifacts_dir ?? '', 'trial-logs.txt'))).toBe(false);
  });

  test('the plan says what they would run', async () => {
    const root = repository(BASE, edited('src/sum.js', 'a + b', 'b + a'));
    expect(await planText(['--restore-tests', '--red-proof'], root, ENV)).toMatch(/All of them once more, each time in a temporary checkout:\n- of the base\n- of what was changed, .*\n- of the base, with the changed tests\n/);
    expect(JSON.parse(await planText(['--json', '--compare-base'], root, ENV))).toMatchObject({ trials: ['base'] });
    expect(await planText([], root, ENV)).not.toContain('once more');
  });

  test('an output folder of before keeps no log of trials', async () => {
    const root = repository(BASE, edited('src/sum.js', 'a + b', 'b + a'));
    mkdirSync(path.join(root, 'out'));
    writeFileSync(path.join(root, 'out/trial-logs.txt'), 'old');
    await checked(root, { verifyCommands: ['git diff --check'], outputDir: 'out' });
    expect(existsSync(path.join(root, 'out/trial-logs.txt'))).toBe(false);
  });
});
