import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { runCommand, stopWatchdog } from '../../src/gather/run/index.js';
import { watchdogCall } from '../../src/gather/run/watchdog.js';
import { NODE_WATCHDOG } from '../../src/gather/run/watchdog-scripts.js';
import { ENV } from './checked.js';
import { living } from './living.js';
import { folder, repository } from './repo.js';

const MAIN = path.join(import.meta.dirname, '../../src/cli/main.ts');
const A = { 'src/a.js': 'export const a = 1;\n' };

async function until(isSo: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (Date.now() < end && !isSo()) await wait(20);
  return isSo();
}

describe.runIf(process.platform === 'linux')('when verifier is killed', () => {
  test.each([
    ['the command ends', 'sleep 3451', '3451'],
    ['one in a session of its own', 'setsid sleep 3452 & sleep 3452', '3452'],
    ['one that lost its parents', '(setsid sh -c "sleep 3453 & sleep 3453" &) ; sleep 3453', '3453'],
    ['nohup, and one that ignores TERM', 'trap "" TERM; nohup sleep 3454 >/dev/null 2>&1 & sleep 3454', '3454'],
    ['one with nothing of ours in its environment', 'env -i setsid sleep 3455 & sleep 3455', '3455'],
    ['one that kept nothing but its parents', 'bash -c "exec 50<&-; env -i setsid sh -c \\"sleep 3456; :\\" </dev/null >/dev/null 2>&1; :" & sleep 3456', '3456'],
    ['many', 'i=0; while [ $i -lt 100 ]; do setsid sleep 3457 & i=$((i+1)); done; wait', '3457'],
  ])('%s', async (_, command, word) => {
    const root = repository(A, { 'src/a.js': '2\n', 'new.js': '1\n' });
    const temporary = folder();
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, 'check', '--task', 't', '--verify-command', `${command} & touch ${root}/.git/began; wait`], { cwd: root, env: { ...ENV, TMPDIR: temporary }, stdio: 'ignore' });
    const over = new Promise((resolve) => { child.on('close', resolve); });
    expect(await until(() => existsSync(path.join(root, '.git/began')) && living(`sleep ${word}`).length > 0, 60_000)).toBe(true);
    child.kill('SIGKILL');
    await over;
    expect(await until(() => living(`sleep ${word}`).length === 0, 3000)).toBe(true);
    expect(await until(() => readdirSync(temporary).filter((name) => name.startsWith('verifier-')).length === 0, 3000)).toBe(true);
    const [id = ''] = readdirSync(path.join(root, '.verifier/runs'));
    expect(readdirSync(path.join(root, '.verifier/runs', id))).toEqual([]);
  }, 90_000);

  test('groups: all of them', async () => {
    const root = repository({ ...A, 'verifier.config.json': JSON.stringify({ verifyCommands: [['sleep 3458', 'sleep 3459']] }) }, { 'src/a.js': '2\n' });
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), MAIN, 'check', '--task', 't'], { cwd: root, env: ENV, stdio: 'ignore' });
    const alive = () => living('sleep 3458').length + living('sleep 3459').length;
    expect(await until(() => alive() === 2, 60_000)).toBe(true);
    child.kill('SIGKILL');
    expect(await until(() => alive() === 0, 3000)).toBe(true);
  }, 90_000);
});

describe.runIf(process.platform !== 'win32')('at an orderly end', () => {
  const watchdogs = () => living(['/bin/sh', ...watchdogCall('linux')[1]].join(' ').trim());

  test.runIf(process.platform === 'linux')('it goes home, and starts anew when there is a next command', async () => {
    for (let round = 0; round < 2; round += 1) {
      await runCommand('true', { cwd: folder(), env: process.env, timeoutMs: 30_000 }, { write: () => undefined });
      expect(watchdogs().length).toBeGreaterThan(0);
      await stopWatchdog();
    }
    await stopWatchdog();
  });

  test('what it is not told of, or what ended, is left alone', () => {
    const bystander = spawn('sleep', ['3460'], { detached: true, stdio: 'ignore' });
    try {
      const [file, args] = watchdogCall('linux');
      const keep = path.join(folder(), 'other');
      mkdirSync(keep);
      spawnSync(file, args, { input: `begins a\nleads a ${bystander.pid}\nended a\ncleans ${keep}\n`, timeout: 20_000 });
      spawnSync(file, args, { input: `begins a\nleads a ${bystander.pid}\nover\n`, timeout: 20_000 });
      expect([living('sleep 3460'), existsSync(keep)]).toEqual([['sleep 3460'], true]);
    } finally {
      bystander.kill('SIGKILL');
    }
  });

  test('without a shell node does the same for process groups', async () => {
    expect(watchdogCall('win32')).toEqual([process.execPath, ['-e', NODE_WATCHDOG]]);
    const [file, args] = watchdogCall('win32');
    const group = spawn('sh', ['-c', 'sleep 3461 & sleep 3461'], { detached: true, stdio: 'ignore' });
    expect(await until(() => living('sleep 3461').length === 2, 20_000)).toBe(true);
    const shadow = path.join(folder(), 'verifier-git-x');
    mkdirSync(shadow);
    spawnSync(file, args, { input: `begins a\nleads a ${group.pid}\nover\n`, timeout: 20_000 });
    expect(living('sleep 3461')).toHaveLength(2);
    spawnSync(file, args, { input: `begins a\nleads a ${group.pid}\ncleans ${shadow}\n`, timeout: 20_000 });
    expect(await until(() => living('sleep 3461').length === 0, 3000)).toBe(true);
    expect(existsSync(shadow)).toBe(false);
  });
});
