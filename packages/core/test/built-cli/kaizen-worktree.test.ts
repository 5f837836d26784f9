import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { GOOD, promptOf } from '../kaizen/prompt-of.js';
import { git, lay, repositoryWith } from './built.js';
import { filesIn, launch, resultOf } from './launch.js';

const BASE = { 'src/a.js': 'export const a = 1;\n', 'src/old.js': 'export const old = 1;\nexport const older = 2;\nexport const oldest = 3;\n', 'src/admin.js': 'export function del(req) {\n  requireAdmin(req);\n  return remove(req.id);\n}\n' };
const UNGUARDED = { 'src/admin.js': 'export function del(req) {\n  return remove(req.id);\n}\n' };
const DROP = { 'db/migrations/0009_drop.sql': 'DROP TABLE users;\n' };
const many = Array.from({ length: 2500 }, (_, index) => `export const value${index} = ${index};\n`).join('');

/** The loop's linked work tree of an issue, with a change that is committed, and the prompt of it as the loop writes it. */
function worktreeWith(change: Readonly<Record<string, string>>, prepare: (folder: string) => void = () => undefined): { folder: string; files: string[]; diff: string; prompt: string } {
  const main = repositoryWith(BASE);
  const folder = path.join(path.dirname(realpathSync(main)), `${path.basename(main)}-issue-7`);
  git(main, 'worktree', 'add', '--quiet', '-b', 'kaizen/issue-7-greet', folder, 'main');
  lay(folder, change);
  prepare(folder);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'kaizen: greet (#7)');
  const files = git(folder, 'diff', '--name-only', 'main...HEAD').split('\n').filter((line) => line !== '');
  const diff = git(folder, 'diff', '--no-ext-diff', 'main...HEAD');
  return { folder, files, diff, prompt: promptOf({ ...GOOD, files, diff }) };
}

/** The result, when nothing in the work tree changed but the folder of the result. */
async function judged({ folder, prompt }: { folder: string; prompt: string }) {
  const before = { ...filesIn(folder), status: git(folder, 'status', '--porcelain=v2', '--branch') };
  const result = resultOf(await launch({ workspace: folder, prompt }));
  const kept = filesIn(result.run.artifacts_dir);
  rmSync(path.join(folder, '.kaizen'), { recursive: true });
  expect({ ...filesIn(folder), status: git(folder, 'status', '--porcelain=v2', '--branch') }).toEqual(before);
  rmSync(folder, { recursive: true });
  return { ...result, kept, must: result.must_fix.map(({ message }) => message).join('\n'), should: result.should_fix.map(({ message }) => message).join('\n') };
}

test('a small change: nothing to complete, and the refs are those of the work tree', async () => {
  const tree = worktreeWith({ 'src/a.js': 'export const a = 2;\n' });
  const head = git(tree.folder, 'rev-parse', '--short', 'HEAD').trim();
  const { status, run } = await judged(tree);
  expect([status, run.base_ref, run.head_ref, run.changed_files]).toEqual(['open_pr', 'main', head, ['src/a.js']]);
});

test('the caller names the commits', async () => {
  const tree = worktreeWith({ 'src/a.js': 'export const a = 2;\n' });
  const [base, head] = [git(tree.folder, 'rev-parse', 'main').trim(), git(tree.folder, 'rev-parse', 'HEAD').trim()];
  const { run } = resultOf(await launch({ workspace: tree.folder, prompt: tree.prompt, env: { BASE_SHA: base, GITHUB_SHA: head } }));
  expect([run.base_ref, run.head_ref]).toEqual([base, head]);
});

test('a diff that is cut is completed, and the end is judged', async () => {
  const tree = worktreeWith({ 'src/a.js': many, ...UNGUARDED });
  expect(tree.diff.length).toBeGreaterThan(30_000);
  const cut = { ...tree, prompt: promptOf({ ...GOOD, files: tree.files, diff: `${tree.diff.slice(tree.diff.indexOf('diff --git a/src/admin'), tree.diff.indexOf('diff --git a/src/a.js'))}${tree.diff.slice(tree.diff.indexOf('diff --git a/src/a.js'))}` }) };
  expect(cut.prompt).toContain('[truncated after 30000 characters]');
  const { status, must } = await judged(cut);
  expect([status, must]).toEqual(['block_pr', expect.stringContaining('src/admin.js')]);
});

test('a harmless long diff is completed and cleared, and kept whole', async () => {
  const { status, kept, run } = await judged(worktreeWith({ 'src/a.js': many, 'src/z.js': 'export const z = 1;\n' }));
  expect([status, run.changed_files]).toEqual(['open_pr', ['src/a.js', 'src/z.js']]);
  expect(kept['diff.patch']).toContain('+export const value2499 = 2499;');
  expect(kept['diff.patch']).toContain('+export const z = 1;');
  expect(kept['report.md']).toContain('read from the work tree');
});

test('a file that is listed and not shown is looked up', async () => {
  const tree = worktreeWith({ 'src/a.js': 'export const a = 2;\n', ...DROP });
  const shown = tree.diff.slice(tree.diff.indexOf('diff --git a/src/a.js'));
  const { status, must } = await judged({ ...tree, prompt: promptOf({ ...GOOD, files: tree.files, diff: shown }) });
  expect([status, must]).toEqual(['block_pr', expect.stringContaining('db/migrations/0009_drop.sql:1')]);
});

test('a file that the work tree does not know either is named', async () => {
  const tree = worktreeWith({ 'src/a.js': 'export const a = 2;\n' });
  const { status, should } = await judged({ ...tree, prompt: promptOf({ ...GOOD, files: [...tree.files, 'src/other.js'], diff: tree.diff }) });
  expect([status, should]).toEqual(['needs_context', expect.stringContaining('src/other.js')]);
});

test('a work tree that shows another change completes nothing', async () => {
  const tree = worktreeWith({ 'src/a.js': many });
  const prompt = tree.prompt.replace('+export const value7 = 7;', '+dropEverything();');
  const { status, should } = await judged({ ...tree, prompt });
  expect([status, should]).toEqual(['needs_context', expect.stringContaining('src/a.js')]);
});

test('nor does one whose base was moved behind the change', async () => {
  const tree = worktreeWith({ 'src/a.js': 'export const a = 2;\n', ...DROP });
  const shown = tree.diff.slice(tree.diff.indexOf('diff --git a/src/a.js'));
  git(tree.folder, 'update-ref', 'refs/heads/main', 'HEAD');
  const { status, must } = await judged({ ...tree, prompt: promptOf({ ...GOOD, files: tree.files, diff: shown }) });
  expect([status, must]).toEqual(['block_pr', expect.stringContaining('must not go on unseen')]);
});

test('code that the change calls binary is read all the same', async () => {
  const tree = worktreeWith({ ...UNGUARDED, '.gitattributes': '*.js binary\n' });
  expect(tree.diff).toContain('Binary files a/src/admin.js and b/src/admin.js differ');
  const { status, must } = await judged(tree);
  expect([status, must]).toEqual(['block_pr', expect.stringContaining('src/admin.js:2')]);
});

test('a renamed file is listed by its new name', async () => {
  const tree = worktreeWith({}, (folder) => { git(folder, 'mv', 'src/old.js', 'src/new.js'); });
  const { status, run } = await judged(tree);
  expect([status, run.changed_files]).toEqual(['open_pr', ['src/new.js']]);
});

test('names of every kind', async () => {
  const tree = worktreeWith({ 'src/登録 ü.js': 'export const a = 1;\n', 'src/with "quotes".js': 'export const b = 1;\n' });
  expect(tree.files.join('\n')).toContain('\\347');
  const { status, run } = await judged(tree);
  expect([status, run.changed_files.sort()]).toEqual(['open_pr', ['src/with "quotes".js', 'src/登録 ü.js']]);
});

test('a folder inside of somebody else’s repository is no work tree of the loop', async () => {
  const tree = worktreeWith({ 'src/a.js': many });
  mkdirSync(path.join(tree.folder, 'inner'));
  const { status, run } = resultOf(await launch({ workspace: path.join(tree.folder, 'inner'), prompt: tree.prompt }));
  expect([status, run.base_ref, run.head_ref]).toEqual(['needs_context', 'unknown', 'unknown']);
});
