import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { receiptsText } from '../../src/cli/receipts.js';
import { commandDigest, isSampled, tryLock, unlock, waitForLock } from '../../src/gather/receipts/index.js';
import { checked, type Checked, ENV } from './checked.js';
import { folder, git, put, repository } from './repo.js';

const A = { 'src/a.js': 'export const a = 1;\n', '.gitignore': 'ignored/\n.env\n' };
const A2 = { 'src/a.js': 'export const a = 2;\n' };
const CONFIG = 'verifier.config.json';
const config = (value: object) => ({ [CONFIG]: JSON.stringify(value) });
/** Each run leaves a line in git's own folder. */
const COUNTED = 'echo run >> .git/count; git diff --check';
const NEVER = { reuse: { sample: 0 } };

const runsOf = (root: string) => (existsSync(path.join(root, '.git/count')) ? readFileSync(path.join(root, '.git/count'), 'utf8').trim().split('\n').length : 0);
const reusing = (root: string, options: Parameters<typeof checked>[1] = {}, env?: Parameters<typeof checked>[2]): Promise<Checked> => checked(root, { reuse: true, ...options }, env);
const marksOf = ({ artifact }: Checked) => (JSON.parse(artifact('findings.json')) as { commands: { marks: string[] }[] }).commands.map(({ marks }) => marks);
const counting = (more: object = {}, command = COUNTED) => repository({ ...A, ...config({ verifyCommands: [command], ...NEVER, ...more }) }, A2);
const receiptFiles = (root: string) => (readdirSync(path.join(root, '.verifier/receipts'), { recursive: true }) as string[]).filter((name) => name.endsWith('.json'));

describe('the same tree', () => {
  test('is answered from the earlier run, with the same verdict, and that is marked', async () => {
    const root = counting();
    const first = await reusing(root);
    const second = await reusing(root);
    expect(runsOf(root)).toBe(1);
    expect([marksOf(first), marksOf(second)]).toEqual([[[]], [['reused']]]);
    const { run: one, evidence: a, ...rest } = first.verdict;
    const { run: other, evidence: b, ...same } = second.verdict;
    expect([same, b, other?.verify_commands]).toEqual([rest, a, one?.verify_commands]);
    expect(second.artifact('verify-logs.txt')).toBe(first.artifact('verify-logs.txt'));
    expect(second.rules).toContain('run/reused:note');
    expect(second.artifact('report.md')).toContain('One command was not run again');
    expect(second.artifact('findings.json')).toContain(`reused from run ${one?.id}`);
  });

  test('only when it is asked for, by the configuration or the command line, which wins', async () => {
    const root = repository({ ...A, ...config({ verifyCommands: [COUNTED] }) }, A2);
    await checked(root);
    await checked(root);
    expect([runsOf(root), existsSync(path.join(root, '.verifier/receipts'))]).toEqual([2, false]);
    const configured = counting();
    await checked(configured);
    await checked(configured);
    expect(runsOf(configured)).toBe(1);
    await checked(configured, { reuse: false });
    expect(runsOf(configured)).toBe(2);
  });

  test.each<[string, (root: string) => void, Record<string, string>?]>([
    ['a tracked file', (root) => { put(root, { 'src/a.js': '3\n' }); }],
    ['an untracked file', (root) => { put(root, { 'new.js': '3\n' }); }],
    ['a mode', (root) => { chmodSync(path.join(root, 'src/a.js'), 0o755); }],
    ['a file with settings that git ignores', (root) => { put(root, { '.env': 'A=1\n' }); }],
    ['what is installed', (root) => { put(root, { 'ignored/x': '', 'node_modules/.package-lock.json': '{}' }); git(root, 'config', 'core.excludesFile', path.join(root, '.git/mine')); put(root, { '.git/mine': 'node_modules\n' }); }],
    ['the environment', () => undefined, { NODE_OPTIONS: '--no-warnings' }],
    ['a name that the project lists', () => undefined, { DATABASE_URL: 'x' }],
  ])('is another one with %s', async (_, change, env = {}) => {
    const root = counting({ reuse: { sample: 0, env: ['DATABASE_URL'] } });
    await reusing(root);
    change(root);
    await reusing(root, {}, { ...ENV, ...env });
    expect(runsOf(root)).toBe(2);
  });

  test('is the same one after a commit, with other blanks in the command, and from another name of the environment', async () => {
    const root = repository({ ...A, ...config(NEVER) }, A2);
    await reusing(root, { verifyCommands: ['  echo run >> .git/count;   git  diff --check'] });
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'x');
    await reusing(root, { base: 'HEAD~1', verifyCommands: [COUNTED] }, { ...ENV, UNRELATED: '1' });
    expect(runsOf(root)).toBe(1);
    expect(commandDigest('a "b  c"')).not.toBe(commandDigest('a "b c"'));
  });
});

describe('is never reused', () => {
  test.each([
    ['a failure', `${COUNTED}; exit 1`],
    ['a timeout', `${COUNTED}; sleep 20`],
    ['a run that skips', `${COUNTED}; printf '1..2\\nok 1 - a\\nok 2 - b # SKIP later\\n# tests 2\\n# pass 1\\n# fail 0\\n# skipped 1\\n'`],
    ['a command that checks nothing', 'echo run >> .git/count'],
    ['one that hides its status', `${COUNTED} || true`],
    ['one that changes the workspace', `${COUNTED}; date +%N >> stamp.txt`],
  ])('%s', async (_, command) => {
    const root = counting({ verifyTimeoutMs: 1000 }, command);
    await reusing(root);
    const second = await reusing(root);
    expect([runsOf(root), marksOf(second).flat().includes('reused')]).toEqual([2, false]);
    expect(receiptFiles(root)).toEqual([]);
  });

  test('an interrupted run', async () => {
    const root = counting({}, 'kill -TERM $PPID; sleep 1; git diff --check');
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, '../../src/cli/main.ts'), 'check', '--task', 't', '--reuse'], { cwd: root, env: ENV, stdio: 'ignore' });
    expect(await new Promise((resolve) => { child.on('close', resolve); })).toBe(2);
    expect(receiptFiles(root)).toEqual([]);
  }, 60_000);

  test('what a checkout brings along, or somebody else may write', async () => {
    const root = counting();
    await reusing(root);
    const [file = ''] = receiptFiles(root).map((name) => path.join(root, '.verifier/receipts', name));
    chmodSync(file, 0o644);
    await reusing(root);
    expect(runsOf(root)).toBe(2);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"code":0', '"code": 0'));
    await reusing(root);
    expect(runsOf(root)).toBe(3);
    const target = path.join(folder(), 'moved.json');
    writeFileSync(target, text, { mode: 0o600 });
    rmSync(file);
    symlinkSync(target, file);
    await reusing(root);
    expect(runsOf(root)).toBe(4);
    git(root, 'add', '-f', '.verifier/.gitignore');
    const tracked = await reusing(root);
    expect([runsOf(root), tracked.artifact('findings.json').includes('git tracks files in .verifier')]).toEqual([5, true]);
  });

  test('anything while result files are asked for, or the tree has no hash', async () => {
    const root = counting();
    await reusing(root);
    expect((await reusing(root, { results: ['ignored/*.xml'] })).artifact('findings.json')).toContain('Nothing was reused: result files');
    expect(runsOf(root)).toBe(2);
    git(root, 'init', '-q', 'inner');
    git(path.join(root, 'inner'), 'commit', '-q', '--allow-empty', '-m', 'x');
    expect((await reusing(root)).artifact('findings.json')).toContain('Nothing was reused: a part of the tree');
    expect(runsOf(root)).toBe(3);
  });
});

describe('the sample', () => {
  test('is some five of a hundred, always the same', () => {
    const trees = Array.from({ length: 2000 }, (_, at) => ({ tree: `${at}`, command: 'c', directory: '', files: {}, env: {}, node: '', verifier: '', platform: '' }));
    const sampled = trees.filter((fields) => isSampled(fields, 5)).length;
    expect(sampled).toBeGreaterThan(60);
    expect(sampled).toBeLessThan(140);
    expect([trees.filter((fields) => isSampled(fields, 0)).length, trees.filter((fields) => isSampled(fields, 100)).length]).toEqual([0, 2000]);
  });

  test('is run again; the same result stays remembered, another one voids all of that command', async () => {
    const root = counting({ reuse: { sample: 100 } }, `${COUNTED} && test ! -e .git/flaky`);
    await reusing(root);
    await reusing(root);
    expect([runsOf(root), receiptFiles(root).length]).toEqual([2, 1]);
    put(root, { 'src/a.js': '4\n' });
    await reusing(root);
    expect(receiptFiles(root)).toHaveLength(2);
    put(root, { '.git/flaky': '' });
    const { rules } = await reusing(root);
    expect([rules.includes('run/receipts-void:warn'), receiptFiles(root)]).toEqual([true, []]);
  });
});

describe('two checks on one tree', () => {
  const slow = 'echo run >> .git/count; sleep 1; git diff --check';

  test('share one run, also when it fails', async () => {
    for (const [command, final] of [[slow, 'mergeable'], [`${slow}; exit 3`, 'not_mergeable']] as const) {
      const root = counting({ reuse: { sample: 100 } }, command);
      const all = await Promise.all(Array.from({ length: 4 }, () => reusing(root)));
      expect(runsOf(root)).toBe(1);
      expect(all.map(({ verdict }) => [verdict.final_verdict, verdict.run?.verify_commands])).toEqual(Array(4).fill([final, all[0]?.verdict.run?.verify_commands]));
      expect(all.flatMap(marksOf).flat().filter((mark) => mark === 'reused')).toHaveLength(3);
      if (final === 'not_mergeable') {
        await reusing(root);
        expect(runsOf(root)).toBe(2);
      }
    }
  });

  test('in groups nobody waits for ever', async () => {
    const root = repository({ ...A, ...config({ verifyCommands: [[slow, `${slow} HEAD`]], jobs: 2, ...NEVER }) }, A2);
    await Promise.all([reusing(root), reusing(root), reusing(root)]);
    expect(runsOf(root)).toBe(2);
  });

  test('an interrupt ends the waiting, and runs nothing', async () => {
    const root = counting();
    await reusing(root);
    const [receipt = ''] = receiptFiles(root).map((name) => path.join(root, '.verifier/receipts', name));
    rmSync(receipt);
    expect(tryLock(receipt.replace(/json$/, 'lock'), 'held')).not.toBeNull();
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, '../../src/cli/main.ts'), 'check', '--task', 'Change it.', '--reuse'], { cwd: root, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] });
    const over = new Promise((resolve) => { child.on('close', resolve); });
    while (readdirSync(path.join(root, '.verifier/runs')).length < 2) await wait(50);
    await wait(1000);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect([await over, runsOf(root), receiptFiles(root)]).toEqual([2, 1, []]);
  }, 60_000);

  test('a lock of a process that is gone, or of another one with its number, is taken over', async () => {
    for (const owner of [{ pid: 99_999_999, start: 1, token: 'x' }, { pid: process.pid, start: 1, token: 'x' }]) {
      const root = counting();
      await reusing(root);
      const [receipt = ''] = receiptFiles(root).map((name) => path.join(root, '.verifier/receipts', name));
      const lock = receipt.replace(/json$/, 'lock');
      rmSync(receipt);
      writeFileSync(lock, JSON.stringify(owner));
      await reusing(root);
      expect([runsOf(root), existsSync(lock), existsSync(receipt)]).toEqual([2, false, true]);
    }
  });
});

describe.runIf(process.platform === 'linux')('the lock', () => {
  test('is one owner\'s; who waits hears of its end', async () => {
    const file = path.join(folder(), 'lock');
    const mine = tryLock(file, 'a');
    expect([mine?.pid, tryLock(file, 'b')]).toEqual([process.pid, null]);
    const waiting = waitForLock(file, () => false);
    if (mine !== null) {
      unlock(file, { ...mine, token: 'z' });
      expect(existsSync(file)).toBe(true);
      unlock(file, mine);
    }
    expect(await waiting).toBe('a');
    expect(await waitForLock(file, () => false)).toBeNull();
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });

  test('of many that find a stale one, one has it', () => {
    const file = path.join(folder(), 'lock');
    writeFileSync(file, JSON.stringify({ pid: 99_999_999, start: 1, token: 'old' }));
    expect(['a', 'b', 'c'].map((token) => tryLock(file, token)).filter((owner) => owner !== null)).toHaveLength(1);
    const guarded = path.join(folder(), 'lock');
    writeFileSync(guarded, JSON.stringify({ pid: 99_999_999, start: 1, token: 'old' }));
    mkdirSync(`${guarded}.takeover`);
    expect(tryLock(guarded, 'a')).toBeNull();
  });

  test('that is no lock at all is left alone as long as it is young', () => {
    const file = path.join(folder(), 'lock');
    writeFileSync(file, '');
    expect(tryLock(file, 'a')).toBeNull();
  });
});

describe('verifier receipts', () => {
  test('list, why and clear', async () => {
    const root = counting();
    expect(await receiptsText(['list'], root, ENV)).toBe('Nothing is remembered here.\n');
    expect(await receiptsText(['why'], root, ENV)).toContain(`${COUNTED}\n  would be run: nothing is remembered of it`);
    const { verdict } = await reusing(root);
    expect(await receiptsText(['list'], root, ENV)).toContain(`run ${verdict.run?.id}  ${COUNTED}\n`);
    expect(JSON.parse(await receiptsText(['list', '--json'], root, ENV))).toMatchObject({ schemaVersion: 1, receipts: [{ command: COUNTED, run_id: verdict.run?.id }] });
    expect(await receiptsText(['why'], root, ENV)).toContain(`would be answered from run ${verdict.run?.id}`);
    put(root, { 'src/a.js': '6\n', '.env': 'A=1' });
    expect(JSON.parse(await receiptsText(['why', '--json'], root, { ...ENV, NODE_ENV: 'production', TZ: undefined }))).toMatchObject({
      commands: [{ command: COUNTED, answered: false, run_id: verdict.run?.id, differences: expect.arrayContaining([{ field: 'tree', then: expect.any(String) as string, now: expect.any(String) as string }, { field: 'file .env', then: null, now: expect.any(String) as string }, expect.objectContaining({ field: 'environment NODE_ENV' })]) as object[] }],
    });
    expect(await receiptsText(['why'], root, ENV)).toMatch(/differs in\n {4}tree: \w{12} then, \w{12} now\n/);
    expect(await receiptsText(['clear'], root, ENV)).toBe('1 receipt cleared.\n');
    expect(await receiptsText(['clear', '--json'], root, ENV)).toBe('{"schemaVersion":1,"cleared":0}\n');
    expect(runsOf(root)).toBe(1);
  });

  test('no value of the environment and no secret is kept', async () => {
    const secret = 'kx7'.repeat(5);
    const root = counting({ env: { DEPLOY_TOKEN: secret }, reuse: { sample: 0, env: ['PLAIN'] } }, `echo "$DEPLOY_TOKEN"; ${COUNTED}`);
    await reusing(root, {}, { ...ENV, PLAIN: 'plain-value-1' });
    for (const name of receiptFiles(root)) expect(readFileSync(path.join(root, '.verifier/receipts', name), 'utf8')).not.toMatch(new RegExp(`${secret}|plain-value-1`));
    expect(receiptFiles(root)).toHaveLength(1);
    await reusing(root, {}, { ...ENV, PLAIN: 'plain-value-1' });
    expect(runsOf(root)).toBe(1);
  });

  test.each([[[], 'takes list, why or clear'], [['lost'], 'not "lost"'], [['list', 'x'], 'does not take "x"'], [['why', '--diff', 'x'], 'takes no --diff'], [['clear', '--all'], 'has no option "--all"']])('%j is refused', async (args, sentence) => {
    await expect(receiptsText(args, repository(A), ENV)).rejects.toThrow(sentence);
  });
});
