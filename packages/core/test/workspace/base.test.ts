import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Environment, inferredBase, namedBase, openRepository } from '../../src/gather/git/index.js';
import { commit, folder, git, put, repository } from './repo.js';

// Nobody's CI has a say in these tests.
const ENV: Environment = { ...process.env, GITHUB_BASE_REF: undefined, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: undefined };
const inferred = async (root: string, env: Environment = ENV) => inferredBase(await openRepository(root, env));
const named = async (root: string, ref: string, from: '--base' | 'config' = '--base') => namedBase(await openRepository(root, ENV), { ref, from });

/** A clone whose branch `work` is one commit ahead of where it forked, while the origin moved on. */
function clone(): { root: string; fork: string } {
  const origin = repository({ a: '1\n' });
  git(origin, 'branch', 'release');
  const root = path.join(folder(), 'clone');
  git(path.dirname(root), 'clone', '-q', origin, root);
  const fork = git(root, 'rev-parse', 'HEAD').trim();
  git(root, 'checkout', '-q', '-b', 'work');
  commit(root, { b: '1\n' });
  commit(origin, { a: '2\n' });
  git(root, 'fetch', '-q');
  return { root, fork };
}

test('a branch that only the remote has is named with its remote', async () => {
  const { root } = clone();
  await expect(named(root, 'release')).rejects.toThrow('the base "release" (--base) names no commit here: did you mean origin/release?');
  await expect(named(root, 'nowhere')).rejects.toThrow('the base "nowhere" (--base) names no commit here: give a branch, a tag or a commit that was fetched');
});

describe('the inferred base', () => {
  test('origin/HEAD first, by the branch that it stands for; replaced by the merge-base', async () => {
    const { root, fork } = clone();
    expect(await inferred(root)).toEqual({ ref: 'origin/main', commit: fork });
  });

  test('then origin/main, origin/master, main, master', async () => {
    const { root, fork } = clone();
    git(root, 'update-ref', 'refs/remotes/origin/master', 'refs/remotes/origin/main');
    git(root, 'branch', 'master', fork);
    const seen: string[] = [];
    for (const ref of ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master', 'refs/heads/main', 'refs/heads/master']) {
      git(root, 'update-ref', '--no-deref', '-d', ref);
      seen.push((await inferred(root)).ref);
    }
    expect(seen).toEqual(['origin/main', 'origin/master', 'main', 'master', git(root, 'rev-list', '--max-parents=0', 'HEAD').trim()]);
  });

  test.each(['GITHUB_BASE_REF', 'CI_MERGE_REQUEST_TARGET_BRANCH_NAME'])('in CI the target branch, %s', async (name) => {
    const { root, fork } = clone();
    expect(await inferred(root, { ...ENV, [name]: 'release' })).toEqual({ ref: 'origin/release', commit: fork });
    git(root, 'branch', 'local-only', 'HEAD');
    expect((await inferred(root, { ...ENV, [name]: 'local-only' })).ref).toBe('local-only');
    expect((await inferred(root, { ...ENV, [name]: 'never-was' })).ref).toBe('origin/main');
    expect((await inferred(root, { ...ENV, [name]: '' })).ref).toBe('origin/main');
    await expect(inferred(root, { ...ENV, [name]: '--output=x' })).rejects.toThrow(/begins with a dash/);
  });

  test('a branch of another name: the first commit on the first-parent line', async () => {
    const root = folder();
    git(root, 'init', '-q', '-b', 'trunk');
    const first = commit(root, { a: '1\n' });
    git(root, 'checkout', '-q', '--orphan', 'other');
    commit(root, { z: '1\n' });
    git(root, 'checkout', '-q', 'trunk');
    commit(root, { b: '1\n' });
    git(root, 'merge', '-q', '--allow-unrelated-histories', '-m', 'm', 'other');
    expect(await inferred(root)).toEqual({ ref: first, commit: first });
  });

  test('where histories share nothing the branch itself counts', async () => {
    const root = repository({ a: '1\n' });
    const main = git(root, 'rev-parse', 'main').trim();
    git(root, 'checkout', '-q', '--orphan', 'other');
    commit(root, { z: '1\n' });
    expect(await inferred(root)).toEqual({ ref: 'main', commit: main });
  });

  test('a history that is cut off says what to do', async () => {
    const { root } = clone();
    const shallow = path.join(folder(), 'shallow');
    git(root, 'push', '-q', 'origin', 'work');
    git(path.dirname(shallow), 'clone', '-q', '--depth=1', '--no-single-branch', `file://${git(root, 'remote', 'get-url', 'origin').trim()}`, shallow);
    git(shallow, 'checkout', '-q', 'work');
    const sentence = 'the history is cut off: run git fetch --unshallow, set fetch-depth: 0 for actions/checkout, or give --base';
    await expect(inferred(shallow)).rejects.toThrow(sentence);
    await expect(named(shallow, 'origin/main', 'config')).rejects.toThrow(sentence);
    expect((await named(shallow, 'origin/main')).commit).toBe(git(shallow, 'rev-parse', 'origin/main').trim());
    git(shallow, 'update-ref', '--no-deref', '-d', 'refs/remotes/origin/HEAD');
    for (const ref of ['refs/remotes/origin/main', 'refs/heads/main']) git(shallow, 'update-ref', '-d', ref);
    await expect(inferred(shallow)).rejects.toThrow(sentence);
  });
});

describe('a named base', () => {
  test('is replaced by its merge-base, and keeps its name', async () => {
    const { root, fork } = clone();
    expect(await named(root, 'origin/main')).toEqual({ ref: 'origin/main', commit: fork });
    git(root, 'tag', '-a', '-m', 't', 'v1', fork);
    expect(await named(root, 'v1')).toEqual({ ref: 'v1', commit: fork });
  });

  test('what names no commit is refused in one sentence', async () => {
    const root = repository({ a: '1\n' });
    for (const ref of ['--output=/tmp/x', '-h', 'a\nb', 'main\u0000x', 'nope', '^main', 'main..main', '', 'HEAD:a', ':/never']) {
      await expect(named(root, ref), JSON.stringify(ref)).rejects.toThrow(/^the base /);
      await expect(named(root, ref, 'config'), JSON.stringify(ref)).rejects.toMatchObject({ name: 'UsageError' });
    }
  });
});

describe('no repository to read', () => {
  const opened = (at: string, env: Environment = ENV) => openRepository(at, env);

  test('not a repository, no commit yet, bare, inside .git, a folder that is none', async () => {
    const plain = folder();
    await expect(opened(plain, { ...ENV, GIT_CEILING_DIRECTORIES: path.dirname(plain) })).rejects.toThrow('is not in a git repository');
    const unborn = folder();
    git(unborn, 'init', '-q');
    await expect(opened(unborn)).rejects.toThrow('has no commit yet');
    const bare = folder();
    git(bare, 'init', '-q', '--bare');
    await expect(opened(bare)).rejects.toThrow('has no working tree');
    await expect(opened(path.join(repository({ a: '1' }), '.git'))).rejects.toThrow('has no working tree');
    await expect(opened(path.join(plain, 'nope'))).rejects.toThrow('cannot be opened');
    put(plain, { file: 'x' });
    await expect(opened(path.join(plain, 'file'))).rejects.toThrow('is not a folder');
  });

  test('core.worktree may not lead to another tree than the one that is checked; a submodule has one and works', async () => {
    const [root, other] = [repository({ a: '1\n' }), folder()];
    git(root, 'submodule', 'add', '-q', repository({ b: '1\n' }), 'lib');
    expect(git(path.join(root, 'lib'), 'config', 'core.worktree')).toBe('../../../lib\n');
    expect(await openRepository(path.join(root, 'lib'), ENV)).toMatchObject({ root: path.join(root, 'lib'), prefix: '' });
    mkdirSync(path.join(root, 'sub'));
    for (const tree of [other, path.join(root, 'sub'), `${root}-other`]) {
      mkdirSync(tree, { recursive: true });
      git(root, 'config', 'core.worktree', tree);
      await expect(openRepository(root, ENV)).rejects.toThrow(`git takes ${tree} for the working tree (core.worktree), and ${root} is not in it`);
    }
    rmSync(`${root}-other`, { recursive: true });
  });

  test('git is not there', async () => {
    await expect(opened(repository({ a: '1' }), { PATH: folder() })).rejects.toThrow('git was not found on PATH');
  });

  test('a repository that another user owns has its own sentence', async () => {
    const root = repository({ a: '1' });
    // git's own switch to test that (git 2.35.2 and later).
    await expect(openRepository(root, { ...ENV, HOME: folder() })).resolves.toMatchObject({ root });
    const wrapper = folder();
    put(wrapper, { git: `#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nexec ${git(root, '--exec-path').trim()}/git "$@"\n` });
    chmodSync(path.join(wrapper, 'git'), 0o755);
    await expect(opened(root, { ...ENV, PATH: `${wrapper}:${process.env['PATH'] ?? ''}` })).rejects.toThrow(`safe.directory ${root}`);
  });

  test('a folder in the tree knows where it stands', async () => {
    const root = repository({ 'packages/web/a.js': '1' });
    mkdirSync(path.join(root, 'packages/web/src'));
    expect(await opened(path.join(root, 'packages/web/src'))).toMatchObject({ root, prefix: 'packages/web/src/', workspace: path.join(root, 'packages/web/src') });
  });
});
