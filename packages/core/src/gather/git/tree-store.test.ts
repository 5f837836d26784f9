import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTreeStore, type TakenTree } from './tree-store.js';

let home: string;
let workspace: string;
const taken: TakenTree[] = [];

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'tree-store-'));
  workspace = path.join(home, 'work');
  mkdirSync(workspace);
  put('a.js', 'export const a = 1;\n');
  put('a.test.js', 'test("a", () => {});\n');
});

afterEach(() => {
  for (const tree of taken.splice(0)) tree.release();
  rmSync(home, { recursive: true, force: true });
});

const put = (name: string, text: string) => { writeFileSync(path.join(workspace, name), text); };
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: workspace, stdio: 'pipe' }).toString();
const take = async (folder = 'store'): Promise<TakenTree> => {
  const tree = await openTreeStore({ workspace, folder: path.join(home, folder), env: process.env, without: ['node_modules/'] }).take();
  taken.push(tree);
  return tree;
};
const changes = async (tree: TakenTree, since: string): Promise<{ files: string[]; patch: string }> => {
  let patch = '';
  const files = await tree.changesSince(since, (text) => { patch += text; });
  return { files: files.map(({ path: file, change }) => `${change} ${file}`), patch };
};

test('a folder without a repository has trees, and what differs between them is a patch', async () => {
  const first = await take();
  expect([...(await first.files()).keys()]).toEqual(['a.js', 'a.test.js']);
  put('a.test.js', 'test.skip("a", () => {});\n');
  put('new.txt', 'x\n');
  const second = await take();
  const { files, patch } = await changes(second, first.id);
  expect(files).toEqual(['modified a.test.js', 'added new.txt']);
  expect(patch).toContain('+test.skip("a", () => {});');
  expect(await second.textsIn(first.id, ['a.js', 'gone.js'])).toEqual(['export const a = 1;\n', null]);
});

test('equal files have equal trees, in any store, with a repository and without', async () => {
  const plain = await take();
  expect((await take('other')).id).toBe(plain.id);
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
  expect((await take('third')).id).toBe(plain.id);
  put('a.js', 'export const a = 2;\n');
  expect((await take()).id).not.toBe(plain.id);
  put('a.js', 'export const a = 1;\n');
  expect((await take()).id).toBe(plain.id);
  expect(git('status', '--porcelain')).toBe('');
});

test('marks in the index hide nothing, and a split index is read', async () => {
  git('init', '-q');
  git('config', 'core.splitIndex', 'true');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
  const first = await take();
  git('update-index', '--assume-unchanged', 'a.test.js');
  git('update-index', '--skip-worktree', 'a.js');
  put('a.test.js', '');
  put('a.js', '');
  expect((await changes(await take(), first.id)).files).toEqual(['modified a.js', 'modified a.test.js']);
  expect((await take('other')).id).toBe((await take()).id);
  expect(git('ls-files', '-v')).toMatch(/^S a\.js\nh a\.test\.js/);
});

test('what was known stays known when a later .gitignore names it', async () => {
  const first = await take();
  put('.gitignore', 'a.test.js\n');
  put('a.test.js', '');
  const second = await take();
  expect((await changes(second, first.id)).files).toEqual(['added .gitignore', 'modified a.test.js']);
});

test('what is ignored is told by size and time', async () => {
  put('.gitignore', '*.log\n');
  mkdirSync(path.join(workspace, 'node_modules'));
  put('node_modules/x.js', '1');
  const first = await take();
  put('out.log', 'one');
  const second = await take();
  expect(second.id).toBe(first.id);
  expect(second.ignored).not.toEqual(first.ignored);
  expect(second.ignored.join('\n')).toMatch(/^out\.log 3 /m);
  put('node_modules/y.js', '2');
  const third = await take();
  expect(third.id).toBe(first.id);
  expect(third.ignored).not.toEqual(second.ignored);
});

test('a repository inside makes it a part only', async () => {
  expect((await take()).isWhole).toBe(true);
  mkdirSync(path.join(workspace, 'inner'));
  execFileSync('git', ['init', '-q'], { cwd: path.join(workspace, 'inner') });
  expect((await take()).isWhole).toBe(false);
});

test('the store is for its owner only', async () => {
  await take();
  expect(statSync(path.join(home, 'store')).mode & 0o077).toBe(0);
});
