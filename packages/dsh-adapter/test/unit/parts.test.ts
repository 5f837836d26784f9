import { describe, expect, test } from 'vitest';
import { Config } from '../../src/config.js';
import { itemsOf } from '../../src/gate/checklist.js';
import { detectedCommands } from '../../src/gate/detection.js';
import { openQueue } from '../../src/gate/queue.js';
import { projectOf } from '../../src/core.js';

describe('the configuration', () => {
  const issues = (config: unknown): string[] => {
    const result = Config['~standard'].validate(config);
    return 'issues' in result ? result.issues.map(({ message }) => message) : [];
  };

  test.each([undefined, null, {}, { commands: null }])('%j: all defaults', (config) => {
    expect(Config['~standard'].validate(config)).toEqual({
      value: {
        commands: null, onUndetected: 'allow', timeoutMs: 300_000, outputTailChars: 4000, gateTurnEnd: true, maxTurnEndRetries: 2, surface: { anchor: true },
        acceptance: { enabled: true, file: 'plan.md', run: true }, sandboxMode: null, env: {}, policy: { deny: ['failures', 'tampering'], allow: [] },
      },
    });
  });

  test.each([
    [{ comands: ['x'] }, 'unknown key "comands"'],
    [{ acceptance: { files: 'x' } }, 'unknown key "files"'],
    [{ commands: 'npm test' }, 'commands must be a list'],
    [{ commands: ['npm test', ' '] }, 'commands must be a list'],
    [{ onUndetected: 'maybe' }, '"allow" or "deny"'],
    [{ timeoutMs: 0 }, 'timeoutMs must be'],
    [{ timeoutMs: '5s' }, 'got "5s"'],
    [{ outputTailChars: -1 }, 'outputTailChars must be'],
    [{ gateTurnEnd: 'yes' }, 'gateTurnEnd must be'],
    [{ maxTurnEndRetries: 1.5 }, 'maxTurnEndRetries must be'],
    [{ surface: true }, 'surface must be a mapping'],
    [{ acceptance: { file: '../plan.md' } }, 'a path inside the workspace'],
    [{ acceptance: { file: '/etc/plan.md' } }, 'a path inside the workspace'],
    [{ sandboxMode: 'none' }, 'sandboxMode must be'],
    [{ env: { A: 1 } }, 'env must be'],
    [{ env: { 'A B': 'x' } }, 'env must be'],
    [{ policy: { deny: ['warnings'] } }, 'policy.deny must be'],
    [{ policy: { allow: ['integrity/no-such'] } }, 'policy.allow must be'],
    [[], 'config must be a mapping'],
    ['x', 'config must be a mapping'],
  ])('%j is refused', (config, says) => {
    expect(issues(config).join('\n')).toContain(says);
  });

  test('several mistakes are told at once, and rule ids are known', () => {
    expect(issues({ a: 1, timeoutMs: -1 })).toHaveLength(2);
    expect(issues({ policy: { deny: ['failures', 'integrity/test-skipped', 'risk/auth'], allow: ['integrity/command-changed'] } })).toEqual([]);
  });
});

describe('detection', () => {
  const pkg = (scripts: object, more: object = {}) => JSON.stringify({ scripts, ...more });
  test.each([
    [{ 'package.json': pkg({ test: 'vitest', build: 'tsc', typecheck: 'tsc' }) }, ['npm test']],
    [{ 'package.json': pkg({ test: 'vitest' }), 'pnpm-lock.yaml': '' }, ['pnpm test']],
    [{ 'package.json': pkg({ test: 'vitest' }), 'yarn.lock': '' }, ['yarn test']],
    [{ 'package.json': pkg({ test: 'vitest' }), 'bun.lock': '' }, ['bun run test']],
    [{ 'package.json': pkg({ test: 'echo "Error: no test specified" && exit 1' }) }, []],
    [{ 'package.json': pkg({ build: 'tsc' }), 'go.mod': '' }, ['go test ./...']],
    [{ 'go.mod': '' }, ['go test ./...']],
    [{ 'Cargo.toml': '' }, ['cargo test']],
    [{ 'package.json': '{', 'Cargo.toml': '' }, ['cargo test']],
    [{ Makefile: 'test:\n\tprove t\n' }, ['make test']],
    [{ 'mix.exs': '' }, ['mix test']],
    [{ 'README.md': '' }, []],
  ])('%j', (files, commands) => {
    expect(detectedCommands(projectOf(files as unknown as Record<string, string>))).toEqual(commands);
  });
});

describe('a checklist', () => {
  test('boxes with their place, their command and their names', () => {
    const items = itemsOf(['# Plan', '- [x] `npm test` passes', '* [ ] `capitalize` works', '1. [X] it is fast', '- [] no box', '```', '- [ ] an example', '```', '  - [ ] nested'].join('\n'));
    expect(items.map(({ line, isDone, command, hasNames }) => [line, isDone, command, hasNames])).toEqual([
      [2, true, 'npm test', false], [3, false, null, true], [4, true, null, false], [9, false, null, false],
    ]);
  });

  test.each([
    ['npm run lint', true], ['./check.sh', true], ['pytest', true], ['make', true], ['go vet ./...', true],
    ['rm -rf /', false], ['reverseWords(s)', false], ['test', false], ['node', false], ['src/a.js', false], ['sudo npm test', false],
  ])('`%s` is a command: %s', (code, is) => {
    expect(itemsOf(`- [x] \`${code}\``)[0]?.command !== null).toBe(is);
  });

  test('a hundred thousand open brackets cost nothing', () => {
    expect(itemsOf(`- [ ] ${'`'.repeat(100_000)}\n${'- ['.repeat(50_000)}`)).toEqual([]);
  });
});

describe('the queue', () => {
  const never = new AbortController().signal;
  const later = (ms: number) => new Promise<void>((resolve) => { setTimeout(resolve, ms); });

  test('one at a time of one key, in order, others beside it, a failure holds nobody up', async () => {
    const queue = openQueue();
    const log: string[] = [];
    const work = (name: string, fails = false) => async () => {
      log.push(`${name} begins`);
      await later(20);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
    const all = await Promise.allSettled([queue.run('a', never, work('1', true)), queue.run('a', never, work('2')), queue.run('b', never, work('3'))]);
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log.filter((line) => !line.startsWith('3'))).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
    expect(log.indexOf('3 begins')).toBeLessThan(log.indexOf('1 ends'));
  });

  test('who leaves while waiting does not let the next one overtake', async () => {
    const queue = openQueue();
    const stop = new AbortController();
    const log: string[] = [];
    const first = queue.run('a', never, async () => { await later(60); log.push('first'); });
    const second = queue.run('a', stop.signal, () => { log.push('second'); return Promise.resolve(); });
    const third = queue.run('a', never, () => { log.push('third'); return Promise.resolve(); });
    stop.abort();
    await expect(second).rejects.toThrow();
    await Promise.all([first, third]);
    expect(log).toEqual(['first', 'third']);
  });
});
