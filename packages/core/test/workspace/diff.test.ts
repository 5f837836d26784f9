import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeIn, commit, folder, git, put, repository } from './repo.js';

const A = { 'src/a.js': 'export const a = 1;\n' };

describe('what belongs to the change', () => {
  test('committed, staged, unstaged and untracked files, renames and deletions; not what is ignored, nor .verifier/', async () => {
    const root = repository({ ...A, 'gone.js': 'gone\n', 'old/name.js': 'one\ntwo\nthree\nfour\n', '.gitignore': 'dist/\n', 'staged.js': '1\n', 'same.js': '1\n' });
    const base = git(root, 'rev-parse', 'HEAD').trim();
    commit(root, { 'committed.js': '1\n' });
    put(root, { 'src/a.js': 'export const a = 2;\n', 'untracked/deep/b.js': '1\n', 'dist/out.js': '1\n', '.verifier/runs/1/x': '1\n', 'staged.js': '2\n' });
    git(root, 'add', 'staged.js');
    rmSync(path.join(root, 'gone.js'));
    mkdirSync(path.join(root, 'new'));
    renameSync(path.join(root, 'old/name.js'), path.join(root, 'new/name.js'));
    const { files, patch } = await changeIn(root, { base });
    expect(files.map((file) => [file.path, file.oldPath, file.change])).toEqual([
      ['committed.js', null, 'added'],
      ['gone.js', null, 'deleted'],
      ['new/name.js', 'old/name.js', 'renamed'],
      ['src/a.js', null, 'modified'],
      ['staged.js', null, 'modified'],
      ['untracked/deep/b.js', null, 'added'],
    ]);
    expect(patch).toContain('-export const a = 1;\n+export const a = 2;\n');
    expect(patch).toContain('rename from old/name.js\nrename to new/name.js\n');
  });

  test('the working tree counts, not the index: staged and then taken back is no change', async () => {
    const root = repository(A, { 'src/a.js': 'x\n', 'new.js': 'x\n' });
    git(root, 'add', '-A');
    put(root, A);
    rmSync(path.join(root, 'new.js'));
    expect((await changeIn(root)).names).toEqual([]);
  });

  test('a conflict in the index is read as it stands in the file', async () => {
    const root = repository(A);
    git(root, 'checkout', '-q', '-b', 'other');
    commit(root, { 'src/a.js': 'export const a = 2;\n' });
    git(root, 'checkout', '-q', 'main');
    commit(root, { 'src/a.js': 'export const a = 3;\n' });
    expect(() => git(root, 'merge', 'other')).toThrow();
    const { names, patch, unmerged } = await changeIn(root);
    expect(names).toEqual(['src/a.js']);
    expect(patch).toContain('+<<<<<<< HEAD\n');
    expect(unmerged).toEqual(['src/a.js']);
    git(root, 'add', 'src/a.js');
    expect((await changeIn(root)).unmerged).toEqual([]);
  });

  test('committed files under .verifier/ are a change like any other', async () => {
    const root = repository(A);
    put(root, { '.verifier/evil.js': 'x\n' });
    git(root, 'add', '-f', '.verifier/evil.js');
    expect((await changeIn(root)).names).toEqual(['.verifier/evil.js']);
  });

  test('a change of the same length right after the index was written is seen', async () => {
    for (let round = 0; round < 5; round += 1) expect((await changeIn(repository({ a: '1\n' }, { a: '2\n' }))).names).toEqual(['a']);
  });

  test('modes, links and a file that became a link', async () => {
    const root = repository({ 'run.sh': 'x\n', 'file.js': 'secret\n', 'link-before': 'x\n' });
    chmodSync(path.join(root, 'run.sh'), 0o755);
    rmSync(path.join(root, 'file.js'));
    symlinkSync('/etc/hostname', path.join(root, 'file.js'));
    symlinkSync('nowhere', path.join(root, 'dangling'));
    const { names, patch } = await changeIn(root);
    expect(names).toEqual(['dangling', 'file.js', 'run.sh']);
    expect(patch).toContain('old mode 100644\nnew mode 100755\n');
    expect(patch).toContain('new file mode 120000');
    expect(patch).toContain('+/etc/hostname\n\\ No newline at end of file\n');
  });

  test('a folder that became a link, and a file that became a folder', async () => {
    const root = repository({ 'd/f.js': '1\n', 'e': '1\n' });
    renameSync(path.join(root, 'd'), path.join(root, 'real'));
    symlinkSync('real', path.join(root, 'd'));
    rmSync(path.join(root, 'e'));
    put(root, { 'e/inner.js': '2\n' });
    const { files } = await changeIn(root);
    expect(files.map((file) => [file.path, file.change])).toEqual([['d', 'added'], ['e', 'deleted'], ['e/inner.js', 'added'], ['real/f.js', 'renamed']]);
  });
});

describe('nothing blinds it', () => {
  const GUARD = 'requireAdmin();\nremove();\n';
  const GONE = 'remove();\n';

  test('.gitattributes of the change', async () => {
    const lines = ['binary', '-diff', 'diff=own', '-text', 'filter=own', 'linguist-generated', 'working-tree-encoding=UTF-16', 'hidden'];
    const files = (text: string) => Object.fromEntries(lines.map((_, at) => [`src/${at}.js`, text]));
    const attributes = `[attr]hidden -diff -text\n${lines.map((line, at) => `${at}.js ${line}\n`).join('')}`;
    const root = repository(files(GUARD), { ...files(GONE), '.gitattributes': attributes });
    for (const [key, value] of [['diff.own.textconv', 'true'], ['diff.own.command', 'true'], ['filter.own.clean', 'touch ran; cat'], ['filter.own.required', 'true']] as const) git(root, 'config', key, value);
    const { patch } = await changeIn(root);
    expect(patch.match(/^-requireAdmin\(\);$/gm)).toHaveLength(lines.length);
    expect(existsSync(path.join(root, 'ran'))).toBe(false);
  });

  test('settings of the repository', async () => {
    const settings = [
      ['color.ui', 'always'], ['color.diff', 'always'], ['diff.mnemonicPrefix', 'true'], ['diff.noprefix', 'true'], ['diff.external', 'true'], ['diff.srcPrefix', 'x/'], ['core.quotePath', 'true'],
      ['diff.renames', 'false'], ['diff.context', '0'], ['diff.interHunkContext', '50'], ['diff.algorithm', 'patience'], ['diff.orderFile', 'order'], ['diff.ignoreSubmodules', 'all'], ['core.pager', 'false'],
      ['diff.wordRegex', '.'], ['diff.relative', 'true'], ['diff.submodule', 'log'], ['core.attributesFile', 'attributes'], ['core.autocrlf', 'true'], ['core.fsmonitor', 'touch ran'], ['core.hooksPath', 'hooks'],
      ['core.untrackedCache', 'true'], ['status.showUntrackedFiles', 'no'], ['core.abbrev', '4'], ['diff.suppressBlankEmpty', 'true'], ['core.trustctime', 'false'], ['core.checkStat', 'minimal'],
    ] as const;
    const files = { 'src/admin.js': GUARD, 'order': 'z\n', 'attributes': '*.js binary\n', 'hooks/post-index-change': '#!/bin/sh\ntouch ran\n', 'b/é.js': '1\n' };
    const change = { 'src/admin.js': GONE, 'new.js': 'new\n', 'b/é.js': '1\n\n2\n' };
    const root = repository(files, change);
    chmodSync(path.join(root, 'hooks/post-index-change'), 0o755);
    const plain = await changeIn(root);
    expect(plain.names).toEqual(['b/é.js', 'hooks/post-index-change', 'new.js', 'src/admin.js']);
    for (const [key, value] of settings) git(root, 'config', key, value);
    expect((await changeIn(root)).patch).toBe(plain.patch);
    expect(existsSync(path.join(root, 'ran'))).toBe(false);
  });

  test('variables of git in the environment', async () => {
    const root = repository({ 'src/admin.js': GUARD }, { 'src/admin.js': GONE });
    const other = repository({ x: '1\n' });
    const expected = (await changeIn(root)).patch;
    const env = {
      ...process.env, GIT_DIR: path.join(other, '.git'), GIT_WORK_TREE: other, GIT_INDEX_FILE: path.join(other, '.git/index'), GIT_EXTERNAL_DIFF: 'true', GIT_DIFF_OPTS: '-u0', GIT_PREFIX: 'x/',
      GIT_OBJECT_DIRECTORY: '/nonexistent', GIT_NAMESPACE: 'n', GIT_LITERAL_PATHSPECS: '1', GIT_GLOB_PATHSPECS: '1', GIT_PAGER: 'false', GIT_TRACE: '1', GIT_COMMON_DIR: '/nonexistent', GIT_SHALLOW_FILE: '/nonexistent',
      GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'color.ui', GIT_CONFIG_VALUE_0: 'always', GIT_CONFIG_KEY_1: 'diff.noprefix', GIT_CONFIG_VALUE_1: 'true', LC_ALL: 'de_DE.UTF-8',
    };
    expect((await changeIn(root, { env })).patch).toBe(expected);
  });

  test.each(['2', '3', '4'])('assume-unchanged and skip-worktree hide nothing, index version %s', async (version) => {
    const root = repository({ 'a.js': '1\n', 'b.js': '1\n', 'deep/folder/c.js': '1\n', 'deep/folder/cc.js': '1\n' });
    git(root, 'update-index', '--index-version', version);
    git(root, 'update-index', '--assume-unchanged', 'a.js');
    git(root, 'update-index', '--skip-worktree', 'b.js');
    put(root, { 'a.js': '2\n', 'b.js': '2\n' });
    expect((await changeIn(root)).names).toEqual(['a.js', 'b.js']);
  });

  test.each(['2', '4'])('nor do they hide a deletion, index version %s', async (version) => {
    const root = repository({ 'a.js': '1\n', 'b.js': '1\n', 'c/c.js': '1\n', 'd.js': '1\n', 'e.js': '1\n' });
    git(root, 'update-index', '--index-version', version);
    git(root, 'update-index', '--assume-unchanged', 'a.js', 'd.js');
    git(root, 'update-index', '--skip-worktree', 'b.js', 'c/c.js', 'd.js', 'e.js');
    for (const name of ['a.js', 'b.js', 'c/c.js', 'd.js']) rmSync(path.join(root, name));
    expect((await changeIn(root)).files.map(({ path: name, change }) => [name, change])).toEqual([['a.js', 'deleted'], ['b.js', 'deleted'], ['c/c.js', 'deleted'], ['d.js', 'deleted']]);
  });

  test('what a sparse checkout leaves out is not deleted', async () => {
    const root = repository({ 'in/a.js': '1\n', 'in/b.js': '1\n', 'in/c.js': '1\n', 'out/d.js': '1\n' });
    git(root, 'sparse-checkout', 'set', 'in');
    git(root, 'update-index', '--assume-unchanged', 'in/b.js');
    expect(existsSync(path.join(root, 'out'))).toBe(false);
    for (const name of ['in/a.js', 'in/b.js']) rmSync(path.join(root, name));
    put(root, { 'in/c.js': '2\n' });
    expect((await changeIn(root)).names).toEqual(['in/a.js', 'in/b.js', 'in/c.js']);
  });

  test('a replaced commit is not the base', async () => {
    const root = repository({ 'src/admin.js': GUARD });
    const base = git(root, 'rev-parse', 'HEAD').trim();
    const now = commit(root, { 'src/admin.js': GONE });
    git(root, 'replace', '-f', base, now);
    expect((await changeIn(root, { base })).names).toEqual(['src/admin.js']);
  });

  test('a CR at line ends is no difference by itself, and is said', async () => {
    const root = repository({ 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'one\ntwo\n' }, { 'a.txt': 'one\r\nzwei\r\nthree\r\n', 'b.txt': 'one\r\ntwo\r\n' });
    const { names, patch } = await changeIn(root);
    expect(names).toEqual(['a.txt', 'b.txt']);
    expect(patch.match(/^[-+][^-+]/gm)).toHaveLength(2);
    expect(patch).toContain('diff --git a/b.txt b/b.txt\n\\ verifier: only line endings differ\n');
  });

  test('the user’s index, objects and configuration stay as they are', async () => {
    const root = repository(A, { 'src/a.js': 'changed\n', 'new.js': 'x\n' });
    const state = () => [readFileSync(path.join(root, '.git/index')).toString('hex'), execFileSync('find', ['.git', '-type', 'f', '-newermt', '@0'], { cwd: root, encoding: 'utf8' }), statSync(path.join(root, '.git/index')).mtimeMs, git(root, '--no-optional-locks', 'status', '--porcelain')];
    const before = state();
    await changeIn(root);
    expect(state()).toEqual(before);
  });
});

describe('odd files', () => {
  test('binary by content, not dumped', async () => {
    const { files, patch } = await changeIn(repository({ 'a.bin': Buffer.from([0, 1, 2]) }, { 'a.bin': Buffer.from([0, 1, 3]), 'pic.png': Buffer.from([0x89, 0x50, 0, 1]) }));
    expect(files).toHaveLength(2);
    expect(patch).toContain('Binary files a/a.bin and b/a.bin differ\n');
    expect(patch).toContain('Binary files /dev/null and b/pic.png differ\n');
  });

  test('names with quotes, blanks, line breaks, other scripts and bytes that are no UTF-8', async () => {
    const names = ['src/登録.js', 'q"uote.js', 'tab\there.js', 'line\nbreak.js', ' blank .js', 'back\\slash.js', ':(exclude)x.js', '-dash.js', '*.js', 'é.js'];
    const root = repository(A, Object.fromEntries(names.map((name) => [name, 'x\n'])));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.of(0xff, 0xfe), Buffer.from('.js')]), 'x\n');
    const { names: seen, patch } = await changeIn(root);
    expect([...seen].sort()).toEqual([...names, 'bad-\uFFFD\uFFFD.js'].sort());
    expect(patch).toContain('diff --git "a/line\\nbreak.js" "b/line\\nbreak.js"\n');
    expect(patch).not.toContain('verifier:');
  });

  test('a pipe in place of a file, a file that may not be read, a repository in the repository', async () => {
    const root = repository({ 'p.js': '1\n', 'u.js': '1\n' }, { 'u.js': '2\n' });
    rmSync(path.join(root, 'p.js'));
    execFileSync('mkfifo', [path.join(root, 'p.js'), path.join(root, 'untracked-pipe')]);
    const inner = path.join(root, 'vendor/inner');
    mkdirSync(inner, { recursive: true });
    git(inner, 'init', '-q', '-b', 'main');
    commit(inner, { 'x.js': '1\n' });
    mkdirSync(path.join(root, 'unborn'));
    git(path.join(root, 'unborn'), 'init', '-q');
    const { files, patch, nested } = await changeIn(root);
    expect(files.map((file) => [file.path, file.change, file.cut])).toEqual([['p.js', 'modified', 'it is no regular file'], ['u.js', 'modified', null], ['vendor/inner', 'added', null]]);
    expect(patch).toContain('diff --git a/p.js b/p.js\n\\ verifier: not read: it is no regular file\n');
    expect(patch).toContain('+Subproject commit ');
    expect(nested.map(({ path: name }) => name)).toEqual(['unborn', 'vendor/inner']);
  });

  test('a linked work tree, a sub-folder, a split index, a sha256 repository', async () => {
    const root = repository(A);
    const linked = path.join(folder(), 'linked');
    git(root, 'worktree', 'add', '-q', linked);
    put(linked, { 'src/a.js': 'linked\n' });
    expect((await changeIn(linked)).names).toEqual(['src/a.js']);
    expect((await changeIn(path.join(linked, 'src'))).names).toEqual(['src/a.js']);
    git(root, 'update-index', '--split-index');
    put(root, { 'src/a.js': 'split\n', 'b.js': 'x\n' });
    expect((await changeIn(root)).names).toEqual(['b.js', 'src/a.js']);
    const other = folder();
    git(other, 'init', '-q', '-b', 'main', '--object-format=sha256');
    commit(other, A);
    put(other, { 'src/a.js': 'sha256\n' });
    expect((await changeIn(other)).names).toEqual(['src/a.js']);
  });

  test('a partial clone fetches what it lacks', async () => {
    const origin = repository({ 'a.js': '1\n', 'b.js': '1\n' });
    commit(origin, { 'a.js': '2\n' });
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    git(origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    const clone = path.join(folder(), 'clone');
    git(path.dirname(clone), 'clone', '-q', '--filter=blob:none', `file://${origin}`, clone);
    put(clone, { 'b.js': '2\n' });
    const { names, patch } = await changeIn(clone, { base: 'HEAD~1' });
    expect(names).toEqual(['a.js', 'b.js']);
    expect(patch).toContain('-1\n+2\n');
  });

  test('what the user ignores everywhere is ignored', async () => {
    const root = repository(A, { '.DS_Store': 'x', 'mine.tmp': 'x', 'b.js': 'x' });
    const home = folder();
    put(home, { '.gitconfig': '[core]\n\texcludesFile = ~/ignored\n', 'ignored': '.DS_Store\n' });
    put(root, { '.git/info/exclude': '*.tmp\n' });
    expect((await changeIn(root, { env: { ...process.env, HOME: home } })).names).toEqual(['b.js']);
  });
});

test('a temporary folder inside the work tree is no change', async () => {
  const root = repository(A, { 'b.js': 'x', 'tmp/mine.js': 'x' });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = path.join(root, 'tmp');
  try {
    expect((await changeIn(root)).names).toEqual(['b.js', 'tmp/mine.js']);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});

describe('any size', () => {
  test('a file beyond its limit is cut at a line, with a mark; the next file is whole', async () => {
    const root = repository({ 'a.js': '', 'b.js': '' }, { 'a.js': Array.from({ length: 500 }, (_, at) => `line ${at}\n`).join(''), 'b.js': 'whole\n' });
    const { files, patch } = await changeIn(root, { limits: { file: 1000, total: 100_000 } });
    expect(files.map(({ path: name, cut }) => [name, cut !== null])).toEqual([['a.js', true], ['b.js', false]]);
    expect(patch).toMatch(/\n\+line \d+\n\\ verifier: cut here, \d+ bytes of this file's patch are left out\ndiff --git a\/b\.js b\/b\.js\n/);
    expect(patch).toContain('+whole\n');
    expect(Buffer.byteLength(patch)).toBeLessThan(1500);
  });

  test('one endless line of wide characters is cut between two of them', async () => {
    const root = repository({ 'a.js': '' }, { 'a.js': '登'.repeat(100_000) });
    const { patch } = await changeIn(root, { limits: { file: 10_001, total: 100_000 } });
    expect(patch).not.toContain('\uFFFD');
    expect(patch).toMatch(/登\n\\ verifier: cut here/);
  });

  test('beyond the limit for all, files keep their header and a mark', async () => {
    const root = repository(A, Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.js`, 'x'.repeat(99).concat('\n').repeat(10)])));
    const { files, patch } = await changeIn(root, { limits: { file: 10_000, total: 5000 } });
    expect(files).toHaveLength(30);
    expect(patch.match(/^diff --git /gm)).toHaveLength(30);
    expect(files.filter(({ cut }) => cut !== null).length).toBeGreaterThan(20);
  });

  test('18 MB of random bytes, and a file that is too large to be read', async () => {
    const root = repository(A);
    execFileSync('sh', ['-c', 'head -c 18000000 /dev/urandom > big.bin; head -c 40000000 /dev/zero | tr "\\0" "x" > huge.js'], { cwd: root });
    const { files, patch } = await changeIn(root);
    expect(files.map(({ path: name, cut }) => [name, cut === null])).toEqual([['big.bin', true], ['huge.js', false]]);
    expect(patch.length).toBeLessThan(2000);
  });

  test('a file whose time lies in the future or the past is compared by content', async () => {
    const root = repository({ 'a.js': '1\n', 'b.js': '1\n' });
    for (const [name, at] of [['a.js', 4_000_000_000], ['b.js', 1000]] as const) utimesSync(path.join(root, name), at, at);
    expect((await changeIn(root)).names).toEqual([]);
  });
});
