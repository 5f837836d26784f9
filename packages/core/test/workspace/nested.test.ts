import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { asPlainUser, changeIn, commit, git, put, repository } from './repo.js';

const A = { 'src/a.js': 'export const a = 1;\n' };

function withSubmodule(): { root: string; lib: string } {
  const root = repository(A);
  git(root, 'submodule', 'add', '-q', repository({ 'lib.js': '1\n', 'ignored/.gitignore': '*.tmp\n' }), 'lib');
  commit(root, {});
  return { root, lib: path.join(root, 'lib') };
}

describe('a submodule', () => {
  test('as it was committed is none of it; what is ignored there neither', async () => {
    const { root, lib } = withSubmodule();
    put(lib, { 'ignored/x.tmp': 'x\n' });
    expect(await changeIn(root)).toMatchObject({ names: [], nested: [] });
  });

  test('that moved on', async () => {
    const { root, lib } = withSubmodule();
    commit(lib, { 'lib.js': '2\n' });
    put(lib, { 'dirty.js': 'x\n' });
    const { names, patch, nested } = await changeIn(root);
    expect(names).toEqual(['lib']);
    expect(patch).toMatch(/-Subproject commit \w+\n\+Subproject commit \w+\n/);
    expect(nested).toEqual([{ path: 'lib', why: 'it stands at another commit' }]);
  });

  test('that is new, committed or staged', async () => {
    const { root } = withSubmodule();
    const added = [{ path: 'lib', why: 'it is new' }];
    expect((await changeIn(root, { base: 'HEAD~1' })).nested).toEqual(added);
    git(root, 'reset', '-q', '--soft', 'HEAD~1');
    expect((await changeIn(root)).nested).toEqual(added);
    git(root, 'rm', '-q', '-f', 'lib');
    expect((await changeIn(root)).nested).toEqual([]);
  });

  test.each<[string, (lib: string) => void, string]>([
    ['a changed file', (lib) => { put(lib, { 'lib.js': '2\n' }); }, 'not committed there: lib.js'],
    ['a new file', (lib) => { put(lib, { 'new/x.js': '2\n' }); }, 'not committed there: new/x.js'],
    ['a staged file', (lib) => { put(lib, { 'new.js': '2\n' }); git(lib, 'add', '-A'); }, 'not committed there: new.js'],
    ['a deleted file', (lib) => { rmSync(path.join(lib, 'lib.js')); }, 'not committed there: lib.js'],
    ['a hidden change', (lib) => { git(lib, 'update-index', '--assume-unchanged', 'lib.js'); put(lib, { 'lib.js': '2\n' }); }, 'not committed there: lib.js'],
    ['a repository in it', (lib) => { mkdirSync(path.join(lib, 'deep')); git(path.join(lib, 'deep'), 'init', '-q'); put(lib, { 'deep/x.js': '1\n' }); }, 'not committed there: deep'],
    ['files in place of the repository', (lib) => { rmSync(path.join(lib, '.git')); }, 'it holds files and is no repository'],
    ['many', (lib) => { put(lib, Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at}.js`, '']))); }, 'not committed there: 0.js, 1.js, 2.js, 3.js, 4.js, …'],
  ])('with %s', async (_, change, why) => {
    const { root, lib } = withSubmodule();
    change(lib);
    expect(await changeIn(root)).toMatchObject({ names: [], nested: [{ path: 'lib', why }] });
  });

  test('that is not there is no change of ours', async () => {
    const { root, lib } = withSubmodule();
    rmSync(lib, { recursive: true });
    mkdirSync(lib);
    expect((await changeIn(root)).nested).toEqual([]);
  });
});

test('a repository in a folder with tracked files hides none of them', async () => {
  const root = repository(A, { 'src/a.js': '2\n', 'src/new.js': '1\n' });
  git(path.join(root, 'src'), 'init', '-q');
  expect(await changeIn(root)).toMatchObject({ names: ['src/a.js', 'src/new.js'], nested: [] });
});

test('a folder that may not be opened is told, tracked files in it or not', async () => {
  const root = repository({ ...A, 'closed/tracked.js': '1\n' }, { 'closed/new.js': '1\n', 'deep/shut/x.js': '1\n', 'seen.js': '1\n' });
  for (const folder of ['closed', 'deep/shut']) chmodSync(path.join(root, folder), 0o000);
  try {
    const { files, patch } = await asPlainUser(root, () => changeIn(root, { env: { ...process.env, HOME: '/nonexistent', XDG_CONFIG_HOME: undefined } }));
    expect(files.map(({ path: name, cut }) => [name, cut])).toEqual([
      ['closed', 'it is a folder that may not be opened'], ['closed/tracked.js', 'it may not be read'], ['deep/shut', 'it is a folder that may not be opened'], ['seen.js', null],
    ]);
    expect(patch).toContain('\\ verifier: not read: it is a folder that may not be opened\n');
  } finally {
    for (const folder of ['closed', 'deep/shut']) chmodSync(path.join(root, folder), 0o700);
  }
});
