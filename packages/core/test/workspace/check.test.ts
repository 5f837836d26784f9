import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { VerdictSchema } from '../../src/model/schemas/verdict.js';
import type { CheckOptions } from '../../src/cli/options.js';
import { ARTIFACTS } from '../../src/store/index.js';
import { checked, ENV } from './checked.js';
import { commit, folder, git, put, repository } from './repo.js';

const A = { 'src/a.js': 'export const a = 1;\n' };
const A2 = { 'src/a.js': 'export const a = 2;\n' };
const CONFIG = 'verifier.config.json';
const config = (value: object) => ({ [CONFIG]: JSON.stringify(value) });

const CHECK = ['git diff --check'];

describe('a check', () => {
  test('says what was run, on what, and where the evidence lies', async () => {
    const root = repository(A, { ...A2, 'new.js': '1\n' });
    const { code, verdict, artifact } = await checked(root, { verifyCommands: [...CHECK, 'echo out; echo err >&2; exit 3'], report: 'Done.', verifyTimeoutMs: 12_345 });
    const head = git(root, 'rev-parse', '--short', 'HEAD').trim();
    expect([code, verdict.verdict, verdict.final_verdict, verdict.evidence_grade]).toEqual([0, 'block_pr', 'not_mergeable', 'executed']);
    expect(verdict.run).toMatchObject({ workspace: root, base_ref: 'main', head_ref: head, changed_files: ['new.js', 'src/a.js'] });
    expect(verdict.run?.id).toMatch(new RegExp(`^\\d{14}-${process.pid}-[0-9a-f]{6}$`));
    expect(verdict.run?.artifacts_dir).toBe(path.join(root, '.verifier/runs', verdict.run?.id ?? ''));
    expect(verdict.run?.verify_commands).toMatchObject([{ command: CHECK[0], exit_code: 0, signal: null, timed_out: false, timeout_ms: 12_345 }, { exit_code: 3 }]);
    expect(verdict.evidence?.map(({ id, kind, path: file }) => [id, kind, file])).toEqual([
      ['E-1', 'intent', 'intent.txt'], ['E-2', 'diff', 'diff.patch'], ['E-3', 'verify_logs', 'verify-logs.txt'], ['E-4', 'builder_report', 'builder-report.md'], ['E-5', 'markdown', 'report.md'], ['E-6', 'verdict', 'verdict.json'],
    ]);
    expect(JSON.parse(artifact('verdict.json'))).toEqual(verdict);
    expect(artifact('intent.txt')).toBe('Change it.');
    expect(artifact('builder-report.md')).toBe('Done.');
    expect(artifact('diff.patch')).toContain('+++ b/new.js\n');
    expect(artifact('verify-logs.txt')).toBe('$ git diff --check\nexit code 0\n\n$ echo out; echo err >&2; exit 3\nverification failed: exit code 3\nstdout:\nout\nstderr:\nerr\n\n');
    expect(JSON.parse(artifact('findings.json'))).toMatchObject({ schemaVersion: 1 });
  });

  test('run twice sees the same change: its own files are none of it', async () => {
    const root = repository(A, A2);
    const first = await checked(root, { verifyCommands: CHECK });
    const second = await checked(root, { verifyCommands: CHECK });
    const third = await checked(root, { verifyCommands: CHECK, outputDir: './out/verifier/' });
    const fourth = await checked(root, { verifyCommands: CHECK, outputDir: 'out/verifier' });
    for (const { verdict } of [first, second, third, fourth]) expect(verdict.run?.changed_files).toEqual(['src/a.js']);
    expect(second.artifact('diff.patch')).toBe(first.artifact('diff.patch'));
    expect(readdirSync(path.join(root, 'out/verifier')).sort()).toEqual([...ARTIFACTS].sort());
    expect(readdirSync(path.join(root, '.verifier/runs'))).toHaveLength(2);
    expect(git(root, 'status', '--porcelain')).toBe(' M src/a.js\n?? out/\n');
  });

  test('in a sub-folder: commands run there, the diff is the whole repository’s', async () => {
    const root = repository({ ...A, 'packages/web/here.txt': '' }, A2);
    const { verdict } = await checked(root, { workspace: 'packages/web', verifyCommands: ['test -f here.txt'] });
    expect(verdict.run).toMatchObject({ workspace: path.join(root, 'packages/web'), changed_files: ['src/a.js'] });
    expect(verdict.run?.verify_commands[0]?.exit_code).toBe(0);
    expect(existsSync(path.join(root, 'packages/web/.verifier/runs'))).toBe(true);
  });

  test('without a task and without commands', async () => {
    const { verdict, artifact } = await checked(repository(A, A2), { task: '', verifyCommands: [] });
    expect([verdict.final_verdict, verdict.evidence_grade, verdict.evidence?.[0]?.id]).toEqual(['conditional', 'reported', 'E-2']);
    expect(ARTIFACTS.map((name) => existsSync(path.join(verdict.run?.artifacts_dir ?? '', name)))).toEqual(ARTIFACTS.map(() => true));
    expect(artifact('intent.txt')).toBe('');
  });

  test('without a change', async () => {
    expect((await checked(repository(A), { verifyCommands: CHECK })).verdict.final_verdict).toBe('inconclusive');
  });

  test('commands are inferred from the workspace', async () => {
    const root = repository({ ...A, 'package.json': JSON.stringify({ scripts: { test: 'node -e 0', lint: 'false' } }) }, A2);
    expect((await checked(root)).verdict.run?.verify_commands.map(({ command }) => command)).toEqual(['npm run test']);
  });

  test.each([['mergeable', 1], ['conditional', 1], ['inconclusive', 1], ['not_mergeable', 1], [undefined, 0]] as const)('--fail-on %s of a blocked change exits %i', async (failOn, code) => {
    expect((await checked(repository(A, A2), { verifyCommands: ['exit 1'], ...(failOn === undefined ? {} : { failOn }) })).code).toBe(code);
  });

  test('a command that failed first and passed then blocks', async () => {
    const once = { 'once.sh': 'if test -f ran; then exit 0; fi\ntouch ran\nexit 1\n', '.gitignore': 'ran\n' };
    const { verdict, rules } = await checked(repository({ ...A, ...once }, A2), { verifyCommands: ['sh once.sh', 'sh once.sh'] });
    expect(verdict.run?.verify_commands.map(({ exit_code }) => exit_code)).toEqual([1, 0]);
    expect([rules.includes('verification/failed:block'), verdict.final_verdict]).toEqual([true, 'not_mergeable']);
  });

  test('a timeout is told as one', async () => {
    const { verdict, artifact } = await checked(repository(A, A2), { verifyCommands: ['sleep 30'], verifyTimeoutMs: 300 });
    expect(verdict.run?.verify_commands[0]).toMatchObject({ timed_out: true, timeout_ms: 300 });
    expect(verdict.final_verdict).toBe('not_mergeable');
    expect(artifact('verify-logs.txt')).toContain('$ sleep 30\nverification failed: timed out after 300ms\n');
  });

  test('secrets reach no file, known from the environment or not', async () => {
    const secret = ['hunter2', 'hunter2', 'abc'].join('');
    const root = repository(A, { 'src/a.js': `const password = "${secret}";\n` });
    const { verdict } = await checked(root, { task: `password=${secret}`, report: `token=${secret}`, verifyCommands: [`echo password=${secret}`] }, { ...ENV, DB_PASSWORD: secret });
    const at = verdict.run?.artifacts_dir ?? '';
    for (const name of readdirSync(at)) expect([name, readFileSync(path.join(at, name), 'utf8').includes(secret)]).toEqual([name, false]);
  });

  test('a changed file that is not read whole is told', async () => {
    const root = repository(A, { 'src/a.js': 'x'.repeat(3_000_000), 'package-lock.json': `${'{}\n'.repeat(1_000_000)}` });
    const { rules, artifact } = await checked(root, { verifyCommands: CHECK });
    expect(rules).toContain('integrity/diff-cut:warn');
    expect(rules).toContain('integrity/diff-cut:note');
    expect(statSync(path.join(root, 'src/a.js')).size).toBe(3_000_000);
    expect(artifact('diff.patch').length).toBeLessThan(5_000_000);
  });
});

describe('what the diff does not show', () => {
  const rulesOf = (rules: readonly string[]) => rules.filter((rule) => rule.startsWith('integrity/'));

  test('a repository in the repository, with a submodule’s own changes, is told', async () => {
    const root = repository(A, A2);
    git(root, 'submodule', 'add', '-q', repository({ 'lib.js': '1\n' }), 'lib');
    git(root, 'commit', '-q', '-m', 'lib', '--', 'lib', '.gitmodules');
    git(root, 'branch', '-f', 'base');
    put(root, { 'lib/new.js': '1\n', 'mine/x.js': '1\n' });
    git(path.join(root, 'mine'), 'init', '-q');
    const { verdict, rules } = await checked(root, { base: 'base', verifyCommands: CHECK });
    expect([rulesOf(rules), verdict.final_verdict]).toEqual([['integrity/nested-repository:warn'], 'conditional']);
    expect(verdict.should_fix[0]).toEqual({
      source: 'diff', evidence: 'lib: not committed there: new.js\nmine: it is a repository that is not tracked',
      message: '2 folders with a repository of their own hold what the diff does not show: lib, mine. Review it where it lives, or take `.git` out of what is part of the project [integrity/nested-repository]',
    });
  });

  test('a merge that is not resolved', async () => {
    const root = repository(A);
    git(root, 'checkout', '-q', '-b', 'other');
    commit(root, A2);
    git(root, 'checkout', '-q', 'main');
    commit(root, { 'src/a.js': 'export const a = 3;\n' });
    expect(() => git(root, 'merge', 'other')).toThrow();
    put(root, A2);
    const { verdict, rules } = await checked(root, { verifyCommands: CHECK });
    expect([rulesOf(rules), verdict.final_verdict]).toEqual([['integrity/unmerged:ask'], 'conditional']);
  });
});

describe('configuration', () => {
  test('as it stands at the base counts; a change of it is told, and does nothing', async () => {
    const root = repository({ ...A, ...config({ verifyCommands: ['exit 1'], intent: 'From base.' }) }, { ...A2, ...config({ verifyCommands: ['true'] }) });
    const { verdict, rules, artifact } = await checked(root, { task: null });
    expect(verdict.run?.verify_commands.map(({ command }) => command)).toEqual(['exit 1']);
    expect(rules).toContain('integrity/config-changed:warn');
    expect(artifact('intent.txt')).toBe('From base.');
  });

  test('deleted by the change, it still counts; laid out anew, it is the same', async () => {
    const root = repository({ ...A, ...config({ verifyCommands: CHECK, markdown: true }) }, { [CONFIG]: JSON.stringify({ markdown: true, verifyCommands: CHECK }, null, 2), ...A2 });
    const same = await checked(root);
    expect([same.format, same.rules.filter((rule) => rule.startsWith('integrity/config'))]).toEqual(['markdown', []]);
    git(root, 'rm', '-q', '-f', CONFIG);
    expect((await checked(root)).rules).toContain('integrity/config-changed:warn');
  });

  test('new in the change: used, and told', async () => {
    const { verdict, rules, code } = await checked(repository(A, { ...A2, ...config({ verifyCommands: CHECK, failOn: 'conditional' }) }));
    expect(verdict.run?.verify_commands.map(({ command }) => command)).toEqual(CHECK);
    expect([rules.includes('integrity/config-new:warn'), verdict.final_verdict, code]).toEqual([true, 'conditional', 1]);
  });

  test('rules and waivers of the base weigh the findings; those of the change do not', async () => {
    const weak = { 'src/a.js': 'export const agent = new https.Agent({ rejectUnauthorized: false });\n' };
    const waiver = { rule: 'risk/tls', path: 'src/**', reason: 'a proxy of ours', expires: '2999-01-01', owner: 'ann' };
    const judged = async (before: object, after: object) => (await checked(repository({ ...A, ...before }, { ...weak, ...after }), { verifyCommands: CHECK })).rules.filter((rule) => rule.startsWith('risk/'));
    expect(await judged({}, {})).toEqual(['risk/tls:block']);
    expect(await judged(config({ waivers: [waiver] }), {})).toEqual(['risk/tls:note']);
    expect(await judged(config({ rules: { 'risk/tls': 'warn' } }), {})).toEqual(['risk/tls:warn']);
    expect(await judged(config({ waivers: [{ ...waiver, expires: '2020-01-01' }] }), {})).toEqual(['risk/tls:block']);
    expect(await judged({}, config({ waivers: [waiver], rules: { 'risk/tls': 'off' } }))).toEqual(['risk/tls:block']);
    expect(await judged(config({ base: 'main' }), config({ waivers: [waiver] }))).toEqual(['risk/tls:block']);
  });

  test('its base replaces the inferred one once; --base outranks it; --config is taken as it is', async () => {
    const root = repository(A);
    git(root, 'tag', 'v1');
    commit(root, { ...config({ base: 'v1', verifyCommands: CHECK }) });
    commit(root, A2);
    expect((await checked(root)).verdict.run).toMatchObject({ base_ref: 'v1', changed_files: ['src/a.js', CONFIG] });
    expect((await checked(root, { base: 'HEAD~1' })).verdict.run).toMatchObject({ base_ref: 'HEAD~1', changed_files: ['src/a.js'] });
    const elsewhere = path.join(folder(), 'mine.json');
    writeFileSync(elsewhere, JSON.stringify({ base: 'HEAD', verifyCommands: ['exit 0'] }));
    const own = await checked(root, { config: elsewhere });
    expect(own.verdict.run).toMatchObject({ base_ref: 'HEAD', verify_commands: [{ command: 'exit 0' }] });
    expect(own.rules.filter((rule) => rule.startsWith('integrity/config'))).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['a wrong type', { verifyTimeoutMs: '10' }, 'verifier.config.json: `verifyTimeoutMs` must be a positive integer, got a string'],
    ['an unknown key', { verifyCmds: [] }, '`verifyCmds` is no key of the configuration'],
    ['a base that is an option', { base: '--output=pwned' }, 'begins with a dash'],
    ['an intent outside', { intentFile: '../outside/private.txt' }, 'names no file inside the workspace'],
    ['an absolute intent', { intentFile: '/etc/hostname' }, 'names no file inside the workspace'],
    ['an intent through a link', { intentFile: 'link' }, 'names no file inside the workspace'],
    ['two intents', { intent: 'a', intentFile: 'src/a.js' }, 'give the same input'],
    ['a blank command', { verifyCommands: [' '] }, 'holds an empty command'],
    ['an output folder that escapes', { outputDir: '../out' }, 'leaves the workspace'],
  ])('%s is one sentence, and nothing is left behind', async (_, value, sentence) => {
    const around = folder();
    put(around, { 'outside/private.txt': 'private' });
    const root = path.join(around, 'inside');
    renameSync(repository(A, { ...A2, ...config(value) }), root);
    symlinkSync('/etc/hostname', path.join(root, 'link'));
    await expect(checked(root, { task: null })).rejects.toThrow(sentence);
    expect(existsSync(path.join(root, 'pwned'))).toBe(false);
    expect(existsSync(path.join(root, '.verifier'))).toBe(false);
  });

  test.each<[string, object, string]>([
    ['a rule that is none', { rules: { 'risk/tsl': 'off' } }, '`rules` names "risk/tsl", and there is no such rule'],
    ['a rule that must hold', { rules: { 'verification/failed': 'warn' } }, '`rules` cannot make less of verification/failed'],
    ['a waiver of no rule', { waivers: [{ rule: 'x', reason: 'r', expires: '2999-01-01', owner: 'o' }] }, '`waivers[0]` names "x"'],
    ['a waiver of what must hold', { waivers: [{ rule: 'context/missing', reason: 'r', expires: '2999-01-01', owner: 'o' }] }, 'cannot waive context/missing'],
    ['a day that is none', { waivers: [{ rule: 'risk/tls', reason: 'r', expires: '2999-13-01', owner: 'o' }] }, '`waivers[0].expires` is no day of the calendar'],
    ['a path that leaves', { waivers: [{ rule: 'risk/tls', path: '../x', reason: 'r', expires: '2999-01-01', owner: 'o' }] }, 'stays inside the workspace'],
  ])('at the base, %s is one sentence', async (_, value, sentence) => {
    await expect(checked(repository({ ...A, ...config(value) }, A2))).rejects.toThrow(sentence);
  });

  test('an intent file inside', async () => {
    const root = repository(A, { ...A2, 'docs/task.md': 'Do that.', ...config({ intentFile: 'docs/task.md', verifyCommands: CHECK }) });
    expect((await checked(root, { task: null })).artifact('intent.txt')).toBe('Do that.');
  });
});

describe('where the files of a run go', () => {
  const verdictIn = (root: string) => existsSync(path.join(root, 'out/verdict.json'));

  test('a check that cleans the tree, and one that plants a link', async () => {
    const root = repository(A, A2);
    const { verdict, artifact } = await checked(root, { verifyCommands: ['git clean -fdxq && test ! -e .verifier'] });
    expect(verdict.run?.verify_commands[0]?.exit_code).toBe(0);
    expect(JSON.parse(artifact('verdict.json'))).toEqual(verdict);
    const outside = folder();
    await expect(checked(root, { verifyCommands: [`rm -r .verifier/runs && ln -s ${outside} .verifier/runs`] })).rejects.toThrow(/is a link or a file: remove it/);
    expect(readdirSync(outside)).toEqual([]);
  });

  test('an earlier verdict does not outlive a run that comes to nothing', async () => {
    const root = repository(A, A2);
    for (const broken of [{ base: 'nope' }, { config: 'nope.json' }, { verifyCommands: [' '] }, { taskFile: 'nope' }]) {
      await checked(root, { verifyCommands: CHECK, outputDir: 'out' });
      expect(verdictIn(root)).toBe(true);
      await expect(checked(root, { task: null, verifyCommands: CHECK, outputDir: 'out', ...broken })).rejects.toThrow();
      expect(verdictIn(root)).toBe(false);
    }
    put(root, config({ outputDir: 'out', base: 'main' }));
    await checked(root, { verifyCommands: CHECK });
    expect(verdictIn(root)).toBe(true);
    put(root, config({ outputDir: 'out', base: 'nope' }));
    await expect(checked(root, { verifyCommands: CHECK })).rejects.toThrow('names no commit');
    expect(verdictIn(root)).toBe(false);
  });

  test.each<[string, Partial<CheckOptions>, object, string]>([
    ['a tracked file', { outputDir: 'docs' }, {}, '--output-dir "docs" would write over docs/report.md, which git tracks: name another folder'],
    ['a tracked file through a link', { outputDir: 'link' }, {}, '--output-dir "link" would write over docs/report.md, which git tracks'],
    ['a tracked file that is gone', { outputDir: 'gone' }, {}, '--output-dir "gone" would write over gone/intent.txt, which git tracks'],
    ['the same, by the configuration', {}, { outputDir: 'docs' }, 'verifier.config.json: `outputDir` "docs" would write over docs/report.md'],
    ['git’s own folder further down, by the configuration', {}, { outputDir: 'a/.git' }, 'verifier.config.json: `outputDir` "a/.git" lies in git’s own folder'],
  ])('%s is refused', async (_, options, value, sentence) => {
    const root = repository({ ...A, 'docs/report.md': 'ours\n', 'docs/verdict.json': 'ours\n', 'gone/intent.txt': 'x' }, { ...A2, ...config(value) });
    rmSync(path.join(root, 'gone'), { recursive: true });
    symlinkSync('docs', path.join(root, 'link'));
    await expect(checked(root, { verifyCommands: CHECK, ...options })).rejects.toThrow(sentence);
    expect(readFileSync(path.join(root, 'docs/verdict.json'), 'utf8')).toBe('ours\n');
  });

  test('through a link that stays inside, its own files are no change either', async () => {
    const root = repository(A, { ...A2, 'real/.keep': '' });
    symlinkSync('real', path.join(root, 'link'));
    for (const outputDir of ['link/out', 'link/out', 'real/out']) {
      expect((await checked(root, { verifyCommands: CHECK, outputDir })).verdict.run?.changed_files).toEqual(['link', 'real/.keep', 'src/a.js']);
    }
  });
});

describe('what the commands resolve to', () => {
  const scripts = (value: Record<string, string>) => ({ 'package.json': JSON.stringify({ scripts: value }) });
  const REAL = 'git diff --check';

  test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
    ['untouched', { test: REAL }, { test: REAL }, []],
    ['another check', { test: REAL }, { test: `${REAL} -- .` }, ['integrity/command-changed:warn']],
    ['emptied', { test: REAL }, { test: 'exit 0' }, ['integrity/command-changed:block']],
    ['masked', { test: REAL }, { test: `${REAL} || true` }, ['integrity/command-changed:block']],
    ['emptied further down', { test: 'npm run unit', unit: REAL }, { test: 'npm run unit', unit: 'true' }, ['integrity/command-changed:block']],
    ['new and empty', {}, { test: 'echo ok' }, ['integrity/command-changed:block']],
    ['new', {}, { test: REAL }, ['integrity/command-changed:note']],
    ['another script', { test: REAL, lint: 'a' }, { test: REAL, lint: 'true' }, []],
    ['repaired', { test: 'true' }, { test: REAL }, ['integrity/command-changed:warn']],
  ])('%s', async (_, base, now, rules) => {
    const root = repository({ ...A, ...scripts(base) }, { ...A2, ...scripts(now) });
    const seen = await checked(root, { verifyCommands: ['npm test'] });
    expect(seen.rules.filter((rule) => rule.startsWith('integrity/command-changed'))).toEqual(rules);
  });

  test.each<[string, Record<string, string>, Record<string, string>, string, string[]]>([
    ['a target', { Makefile: 'test: all\n\tpytest\n' }, { Makefile: 'test: all\n\t@true\n' }, 'make test || exit 1', ['integrity/command-changed:warn']],
    ['a target that no longer counts', { Makefile: 'test:\n\tgit diff --check\n' }, { Makefile: 'test:\n\t-git diff --check\n' }, 'make test', ['integrity/command-changed:block']],
    ['a target that it needs', { Makefile: 'test: unit\nunit:\n\tgit diff --check\n' }, { Makefile: 'test: unit\nunit:\n\ttrue\n' }, 'make test', ['integrity/command-changed:block']],
    ['another target', { Makefile: 'test:\n\tgit diff --check\nx:\n\ta\n' }, { Makefile: 'test:\n\tgit diff --check\nx:\n\tb\n' }, 'make test', []],
    ['a script file', { 'ci/test.sh': 'git diff --check\n' }, { 'ci/test.sh': 'exit 0\n' }, 'sh ci/test.sh', ['integrity/command-changed:warn']],
    ['a script file behind a script', { 'ci/test.sh': '1\n', ...scripts({ test: 'bash ./ci/test.sh' }) }, { 'ci/test.sh': '2\n' }, 'npm test', ['integrity/command-changed:warn']],
    ['a test that is run by name is no script', { 'test/a.test.js': '1\n', 'package.json': '{}' }, { 'test/a.test.js': '2\n' }, 'node --test test/a.test.js', []],
  ])('%s', async (_, base, now, command, rules) => {
    const seen = await checked(repository({ ...A, ...base }, { ...A2, ...now }), { verifyCommands: [command] });
    expect(seen.rules.filter((rule) => rule.startsWith('integrity/command-changed'))).toEqual(rules);
  });

  test('a script that always was empty is no evidence', async () => {
    const { verdict, rules } = await checked(repository({ ...A, ...scripts({ test: 'exit 0' }) }, A2), { verifyCommands: ['npm test'] });
    expect([verdict.final_verdict, rules]).toEqual(['conditional', expect.arrayContaining(['verification/masked:ask'])]);
  });

  test('beside a real check it does no harm', async () => {
    const { verdict } = await checked(repository({ ...A, ...scripts({ build: 'echo nothing to build' }) }, A2), { verifyCommands: [REAL, 'npm run build'] });
    expect(verdict.final_verdict).toBe('mergeable');
  });
});

describe.runIf(process.platform !== 'win32')('the whole process', () => {
  const start = (cwd: string, ...args: string[]) => spawn(process.execPath, ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, '../../src/cli/main.ts'), ...args], { cwd, env: ENV, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = (child: ChildProcess) => new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    let out = '';
    let err = '';
    child.stdout?.on('data', (text: Buffer) => { out += text.toString(); });
    child.stderr?.on('data', (text: Buffer) => { err += text.toString(); });
    child.on('close', (code) => { resolve({ code, out, err }); });
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)('%s ends the command, judges nothing and says so', async (signal) => {
    const root = repository(A, { 'src/a.js': 'const password = "x";\nrequireAdmin();\n' });
    const child = start(root, 'check', '--task', 't', '--verify-command', 'touch began; sleep 4441', '--verify-command', 'touch second');
    const end = ended(child);
    while (!existsSync(path.join(root, 'began'))) await wait(20);
    child.kill(signal);
    const { code, out, err } = await end;
    expect([code, out, err]).toEqual([2, '', `verifier: interrupted by ${signal}, nothing is judged\n`]);
    const [id = ''] = readdirSync(path.join(root, '.verifier/runs'));
    const verdict = VerdictSchema.parse(JSON.parse(readFileSync(path.join(root, '.verifier/runs', id, 'verdict.json'), 'utf8')));
    expect([verdict.verdict, verdict.final_verdict, verdict.must_fix]).toEqual(['needs_context', 'inconclusive', []]);
    expect(verdict.should_fix).toEqual([{ source: 'system', message: expect.stringMatching(/interrupted by .*\[run\/interrupted\]$/) as string }]);
    expect(existsSync(path.join(root, 'second'))).toBe(false);
    const alive = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid)).filter((pid) => { try { return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep\u00004441'); } catch { return false; } });
    expect(alive).toEqual([]);
  }, 180_000);

  // Signals that a process handles, as a mask (proc(5)); SIGQUIT is the last one, and node handles SIGINT for itself.
  const isListening = (pid: number) => (BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'}`) & 4n) !== 0n;

  test.runIf(process.platform === 'linux')('at any time, also twice: exit 2, and nothing is left in the temporary folder', async () => {
    const root = repository(A, Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`n/${at}.js`, `${at}\n`.repeat(2000)])));
    for (const [ms, twice] of [[0, false], [0, true], [100, true], [200, true], [400, false], [400, true], [700, true]] as const) {
      const temporary = folder();
      const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), path.join(import.meta.dirname, '../../src/cli/main.ts'), 'check', '--task', 't', '--output-dir', `out/${ms}${twice}`, '--verify-command', 'sleep 4442'], { cwd: root, env: { ...ENV, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'pipe'] });
      const end = ended(child);
      const pid = child.pid ?? 0;
      while (!isListening(pid)) await wait(2);
      await wait(ms);
      child.kill('SIGINT');
      if (twice) {
        await wait(50);
        child.kill('SIGINT');
      }
      const { code, out } = await end;
      expect([ms, twice, code, out]).toEqual([ms, twice, 2, '']);
      expect(readdirSync(temporary).filter((name) => name.startsWith('verifier-'))).toEqual([]);
      if (!twice) expect(JSON.parse(readFileSync(path.join(root, `out/${ms}${twice}/verdict.json`), 'utf8'))).toMatchObject({ final_verdict: 'inconclusive' });
    }
  }, 180_000);

  test('inside .git without options the texts are judged, and with one it is said that there is no work tree', async () => {
    const root = path.join(repository(A, A2), '.git/refs');
    const { code, out } = await ended(start(root, 'check', '--task', 't'));
    expect([code, 'run' in (JSON.parse(out) as object)]).toEqual([0, false]);
    expect(await ended(start(root, 'check', '--base', 'main'))).toMatchObject({ code: 2, err: expect.stringContaining('has no working tree') as string });
  }, 180_000);

  test.runIf(process.platform === 'linux')('a full disk at the other end of stdout is one sentence', async () => {
    const script = `"${process.execPath}" --import "${import.meta.resolve('tsx')}" "${path.join(import.meta.dirname, '../../src/cli/main.ts')}" check --task t >/dev/full`;
    const { code, err } = await ended(spawn('sh', ['-c', script], { cwd: folder(), env: ENV, stdio: ['ignore', 'pipe', 'pipe'] }));
    expect([code, err]).toEqual([2, 'verifier: cannot write to stdout: the disk is full\n']);
  }, 180_000);

  test('errors are one sentence on stderr, exit 2, and stdout stays empty', async () => {
    const plain = folder();
    put(plain, { x: '' });
    for (const [cwd, args] of [[plain, ['--base', 'main']], [repository(A, A2), ['--base', 'nope']], [repository(A, A2), ['--output-dir', '/tmp']], [repository(A, A2), ['--config', 'nope.json']], [plain, ['--workspace', 'nope', '--base', 'x']]] as const) {
      const { code, out, err } = await ended(start(cwd, 'check', ...args));
      expect([code, out, err.split('\n').length]).toEqual([2, '', 2]);
      expect(err).toMatch(/^verifier: /);
    }
  }, 180_000);
});
