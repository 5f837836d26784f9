import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CORE, emptyFolder, ended, git, lay, plainEnv } from './built.js';
import { launch, resultOf } from './launch.js';
import { GOOD, promptOf } from '../kaizen/prompt-of.js';

interface Provenance {
  readonly status: string;
  readonly stale: boolean | null;
  readonly build: { readonly commit: string | null; readonly builtAt: string | null; readonly dirty: boolean | null };
  readonly runtime: { readonly commit: string | null; readonly dirty: boolean | null; readonly packageRoot: string };
}

/** What kaizen-loop asks before it starts: nothing on stderr, one JSON object. */
function provenanceOf(cli: string, cwd = emptyFolder()): Provenance {
  const { code, stdout, stderr } = ended(spawnSync(process.execPath, [cli, '--version', '--json'], { cwd, env: plainEnv(), encoding: 'utf8' }));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  const said = JSON.parse(stdout) as Provenance;
  expect(said).toMatchObject({ name: 'verifier', stale: { current: false, stale: true, unverifiable: null }[said.status] });
  return said;
}

/** A repository with the sources of this package, and its built files as a build in that state would leave them. */
function checkout({ dirty = false }: { dirty?: boolean } = {}): { root: string; cli: string; commit: string } {
  const root = emptyFolder();
  lay(root, { 'package.json': '{"name":"verifier-workspace","private":true}\n', '.gitignore': 'dist/\n', 'packages/core/src/cli/main.ts': 'export {};\n', 'packages/core/package.json': readFileSync(path.join(CORE, 'package.json'), 'utf8') });
  git(root, 'init', '--quiet');
  commitAll(root);
  const core = path.join(root, 'packages/core');
  cpSync(path.join(CORE, 'dist'), path.join(core, 'dist'), { recursive: true, filter: (file) => path.basename(file) !== 'grammars' });
  if (dirty) writeFileSync(path.join(core, 'src/cli/main.ts'), 'export const changed = true;\n');
  // The same step that `pnpm build` takes.
  const step = `import { writeBuildInfo } from ${JSON.stringify(path.join(CORE, '../../scripts/build-info.mjs'))}; writeBuildInfo();`;
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', step], { cwd: core, env: plainEnv(), encoding: 'utf8' })).toMatchObject({ status: 0 });
  return { root, cli: path.join(core, 'dist/cli.js'), commit: git(root, 'rev-parse', 'HEAD').trim() };
}

function commitAll(root: string): void {
  git(root, 'add', '--all');
  git(root, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '--message', 'a commit');
}

describe('a linked checkout', () => {
  test('current', () => {
    const { root, cli, commit } = checkout();
    const link = path.join(emptyFolder(), 'verifier');
    symlinkSync(cli, link);
    for (const file of [cli, link]) {
      const { status, build, runtime } = provenanceOf(file);
      expect([status, build.commit, build.dirty, runtime]).toEqual(['current', commit, false, { commit, dirty: false, packageRoot: path.join(root, 'packages/core') }]);
      expect(Math.abs(Date.now() - Date.parse(build.builtAt ?? ''))).toBeLessThan(600_000);
    }
  });

  test('stale after a new commit', () => {
    const { root, cli, commit } = checkout();
    writeFileSync(path.join(root, 'packages/core/src/cli/main.ts'), 'export const more = 1;\n');
    commitAll(root);
    const { status, build, runtime } = provenanceOf(cli);
    expect([status, build.commit, runtime.commit, runtime.dirty]).toEqual(['stale', commit, git(root, 'rev-parse', 'HEAD').trim(), false]);
  });

  test.each([['a changed file', 'packages/core/src/cli/main.ts'], ['a new file', 'packages/core/src/new.ts'], ['a changed file elsewhere', 'package.json']])('dirty: %s', (_, file) => {
    const { root, cli, commit } = checkout();
    writeFileSync(path.join(root, file), '{"name":"verifier-workspace"}\n');
    expect(provenanceOf(cli)).toMatchObject({ status: 'current', build: { commit, dirty: false }, runtime: { commit, dirty: true } });
  });

  test('built while something was not committed', () => {
    const { root, cli, commit } = checkout({ dirty: true });
    git(root, 'checkout', '--quiet', '--', '.');
    expect(provenanceOf(cli)).toMatchObject({ status: 'current', build: { commit, dirty: true }, runtime: { commit, dirty: false } });
  });

  test('what nobody builds from is not looked at', () => {
    const { root, cli } = checkout();
    writeFileSync(path.join(root, 'notes.txt'), 'mine');
    expect(provenanceOf(cli).runtime.dirty).toBe(false);
  });

  test('variables of a git hook have no say', () => {
    const { cli, commit } = checkout();
    const env = { ...plainEnv(), GIT_DIR: '/nowhere', GIT_WORK_TREE: '/nowhere', GIT_INDEX_FILE: '/nowhere' };
    expect(JSON.parse(spawnSync(process.execPath, [cli, '--version', '--json'], { env, encoding: 'utf8' }).stdout)).toMatchObject({ runtime: { commit, dirty: false } });
  });

  test('without git, or without what the build wrote, nothing can be said', () => {
    const { cli, commit } = checkout();
    const blind = spawnSync(process.execPath, [cli, '--version', '--json'], { env: { PATH: '/nowhere' }, encoding: 'utf8' });
    expect([JSON.parse(blind.stdout), blind.stderr]).toMatchObject([{ status: 'unverifiable', stale: null, build: { commit }, runtime: { commit: null, dirty: null } }, '']);
    writeFileSync(path.join(path.dirname(cli), 'build-info.json'), '{');
    expect(provenanceOf(cli)).toMatchObject({ status: 'unverifiable', build: { commit: null, builtAt: null, dirty: null }, runtime: { commit } });
  });
});

describe('without its sources the package is what was built', () => {
  test('a copied dist, also inside of somebody else’s repository', () => {
    const { cli, commit } = checkout();
    const consumer = emptyFolder();
    lay(consumer, { 'package.json': '{"name":"consumer"}\n' });
    git(consumer, 'init', '--quiet');
    commitAll(consumer);
    for (const at of [path.join(emptyFolder(), 'dist'), path.join(consumer, 'node_modules/@verifier/core/dist'), path.join(consumer, 'packages/core/dist')]) {
      mkdirSync(path.dirname(at), { recursive: true });
      cpSync(path.dirname(cli), at, { recursive: true });
      expect(provenanceOf(path.join(at, 'cli.js'))).toMatchObject({ status: 'current', build: { commit, dirty: false }, runtime: { commit, dirty: false, packageRoot: path.dirname(at) } });
    }
  });

  test('a tarball that was installed elsewhere: it says where it comes from, and works', async () => {
    const { root, commit } = checkout();
    const home = emptyFolder();
    const run = (file: string, args: readonly string[], cwd: string) => ended(spawnSync(file, args, { cwd, env: plainEnv(), encoding: 'utf8' }));
    expect(run('npm', ['pack', '--ignore-scripts', '--pack-destination', home], path.join(root, 'packages/core')).code).toBe(0);
    writeFileSync(path.join(home, 'package.json'), '{"name":"home","private":true}\n');
    const [tarball = 'none'] = readdirSync(home).filter((file) => file.endsWith('.tgz'));
    expect(run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--omit=dev', `./${tarball}`], home)).toMatchObject({ code: 0 });
    const bin = path.join(home, 'node_modules/.bin/verifier');
    expect(JSON.parse(run(bin, ['--version', '--json'], home).stdout)).toMatchObject({ status: 'current', build: { commit, dirty: false }, runtime: { commit, dirty: false } });
    expect(resultOf(await launch({ workspace: emptyFolder(), prompt: promptOf(GOOD), cli: [bin] })).status).toBe('open_pr');
  });
});
