import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LaunchError, type RegisteredCommand, runDriverConformance, UnsupportedStepError } from '@verifier/probe-sdk';
import { afterAll, describe, expect, test } from 'vitest';
import { cliDriver } from '../src/index.js';
import { DEFECTS, SUM, sumCommand, trialOf, withProject } from './trials.js';

const foreign = mkdtempSync(path.join(tmpdir(), 'probe-none-'));
afterAll(() => rmSync(foreign, { recursive: true, force: true }));

const node = (source: string, more: Partial<RegisteredCommand> = {}): RegisteredCommand => ({ executable: process.execPath, args: ['-e', source], ...more });
const exec = (command: string, stdin?: string) => ({ ...SUM, steps: [{ kind: 'exec' as const, command, ...(stdin === undefined ? {} : { stdin }) }] });
const isAlive = (pid: number): boolean => {
  try {
    // What ended and is not fetched by anybody, as in a container without an init, is no process any more.
    if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false;
  } catch {
    // No such file, or no such system: the signal tells.
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function runOf(command: RegisteredCommand, root: string, stepTimeoutMs = 10_000) {
  const session = await cliDriver.launch({ root, commands: { one: command }, stepTimeoutMs });
  try {
    return { results: await session.interact(exec('one')), seen: await session.observe() };
  } finally {
    await session.teardown();
  }
}

describe('every defect is seen, and nothing in a clean run', () => {
  test('clean', async () => {
    const trial = await trialOf('');
    expect(Object.entries(DEFECTS).filter(([, tells]) => tells(trial))).toEqual([]);
    expect(trial.results).toEqual([{ step: 0, kind: 'exec', outcome: 'passed', message: '' }]);
    expect(trial.seen).toMatchObject({ consoleErrors: [], networkFailures: [], exitCode: 0, stdout: 'sum 3\n', stderr: '', crashed: false, artifacts: [{ path: 'out.txt', present: true, text: '3\n', cut: false }] });
  });

  test.for(Object.keys(DEFECTS))('%s', async (defect) => {
    const trial = await trialOf(defect);
    expect(Object.entries(DEFECTS).filter(([, tells]) => tells(trial)).map(([name]) => name)).toContain(defect);
  });
});

test('it conforms', () => withProject(async (root) => {
  const pidFile = path.join(root, 'pid');
  const commands = { sum: sumCommand(''), bad: sumCommand('bad-exit'), stay: node(`require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => 0, 1000)`) };
  const leftovers = () => (existsSync(pidFile) && isAlive(Number(readFileSync(pidFile, 'utf8'))) ? ['the lasting process'] : []);
  const results = await runDriverConformance(cliDriver, {
    context: { root, commands }, passing: SUM, failing: exec('bad'), lasting: exec('stay'), foreign, leftovers, broken: { root, commands: {} },
    unsupported: { ...SUM, steps: [{ kind: 'click', target: 'a button' }] },
  });
  expect(results.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(results).toHaveLength(8);
}));

describe('limits', () => {
  test('a grandchild goes with its group, at the limit of time and after a good end', () => withProject(async (root) => {
    for (const [stay, timeout] of [['setInterval(() => 0, 1000)', 600], ['', 10_000]] as const) {
      const source = `const c = require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => 0); setInterval(() => 0, 1000)'], { stdio: 'ignore' }); console.log(c.pid); c.unref(); ${stay}`;
      const { seen } = await runOf(node(source), root, timeout);
      const pid = Number(seen.stdout);
      expect(pid).toBeGreaterThan(0);
      expect(isAlive(pid)).toBe(false);
    }
  }));

  test('output is bounded, and a secret of the environment is not inherited', () => withProject(async (root) => {
    process.env['PROBE_TEST_TOKEN'] = 'not for targets';
    const { seen } = await runOf(node("process.stdout.write('x'.repeat(2e6)); console.error(process.env.PROBE_TEST_TOKEN)"), root);
    delete process.env['PROBE_TEST_TOKEN'];
    expect(seen.stdout).toHaveLength(256 * 1024);
    expect(seen.consoleErrors).toEqual(['undefined']);
  }));

  test('nothing is given to a shell', () => withProject(async (root) => {
    const { seen } = await runOf({ executable: process.execPath, args: ['-e', 'console.log(process.argv[1])', '$(touch owned); `touch owned`'] }, root);
    expect(seen.stdout).toBe('$(touch owned); `touch owned`\n');
  }));

  test('a file behind a link, outside or that is no file is not captured', () => withProject(async (root) => {
    writeFileSync(path.join(foreign, 'outside.txt'), 'outside');
    symlinkSync(path.join(foreign, 'outside.txt'), path.join(root, 'link.txt'));
    symlinkSync(foreign, path.join(root, 'folder'));
    mkdirSync(path.join(root, 'dir'));
    const files = ['link.txt', 'folder/outside.txt', '../outside.txt', path.join(foreign, 'outside.txt'), 'dir'];
    const { seen } = await runOf(node('', { artifacts: files }), root);
    expect(seen.artifacts.map(({ present, text }) => [present, text])).toEqual(files.map(() => [false, '']));
  }));

  test('what cannot be started, and what is not registered', () => withProject(async (root) => {
    const { results, seen } = await runOf({ executable: path.join(root, 'nothing-here') }, root);
    expect(results[0]).toMatchObject({ outcome: 'failed', message: expect.stringContaining('ENOENT') as string });
    expect(seen).toMatchObject({ exitCode: 127, crashed: false });
    const session = await cliDriver.launch({ root, commands: { sum: sumCommand('') } });
    for (const id of ['rm -rf /', 'toString', '__proto__']) await expect(session.interact(exec(id))).rejects.toBeInstanceOf(UnsupportedStepError);
    await session.teardown();
    await expect(session.interact(SUM)).rejects.toThrow('closed');
    expect(() => cliDriver.launch({ root, commands: {} })).toThrow(LaunchError);
  }));
});
