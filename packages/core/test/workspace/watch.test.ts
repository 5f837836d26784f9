import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRepository, takeSnapshot, watchTree } from '../../src/gather/git/index.js';
import { checked } from './checked.js';
import { commit, folder, git, put, repository } from './repo.js';

const A = { 'src/a.js': 'export const a = 1;\n', '.gitignore': 'ignored/\n' };
const A2 = { 'src/a.js': 'export const a = 2;\n' };
const REAL = 'git diff --check';

interface Told {
  readonly rules: readonly string[];
  readonly message: string;
  readonly marks: readonly (readonly string[])[];
}

async function told(root: string, verifyCommands: readonly string[], options: object = {}): Promise<Told> {
  const { verdict, rules, artifact } = await checked(root, { verifyCommands: [...verifyCommands], ...options });
  const findings = JSON.parse(artifact('findings.json')) as { commands: { command: string; marks: string[] }[] };
  expect(findings.commands.map(({ command }) => command)).toEqual(verifyCommands);
  return { rules, message: verdict.should_fix.find(({ message }) => message.endsWith('[integrity/workspace-changed]'))?.message ?? '', marks: findings.commands.map(({ marks }) => marks) };
}

describe('a command that changes the workspace', () => {
  test.each([
    ['rewrites a file of the change', 'echo 3 >> src/a.js', 'src/a.js'],
    ['rewrites a file outside of it', 'echo x > b.js', 'b.js'],
    ['rewrites an untracked file', 'echo x >> new.js', 'new.js'],
    ['with the same size and time', 'cp -p b.js /tmp/verifier-keep.$$; echo c > b.js; touch -r /tmp/verifier-keep.$$ b.js; rm /tmp/verifier-keep.$$', 'b.js'],
    ['deletes a file', 'rm b.js', 'b.js'],
    ['adds a file', 'echo x > src/more.js', 'src/more.js'],
    ['adds a file among built ones that are there', 'echo 1 >> dist/kept.js', 'dist/kept.js'],
    ['commits', 'echo 3 >> src/a.js; git -c user.name=t -c user.email=t@example.org commit -qam x', 'src/a.js'],
    ['stashes the change', 'git -c user.name=t -c user.email=t@example.org stash -q', 'src/a.js'],
    ['changes a mode', 'chmod +x b.js', 'b.js'],
  ])('%s', async (_, command, name) => {
    const root = repository({ ...A, 'b.js': 'b\n', 'dist/kept.js': '1\n' }, { ...A2, 'new.js': '1\n' });
    const { rules, message, marks } = await told(root, [REAL, command, `${REAL} HEAD`]);
    expect(rules).toContain('integrity/workspace-changed:warn');
    expect(message).toMatch(/^Verification changed the workspace: /);
    expect(message.replaceAll('`', '')).toContain(name);
    expect(message).toContain(`What was verified before is stale: \`${REAL}\`. Let checks`);
    expect(marks).toEqual([['stale'], ['stale'], []]);
  });

  test('and another that puts it back: both are told, since what ran between saw something else', async () => {
    const root = repository(A, A2);
    const { message, marks } = await told(root, ['cp src/a.js ignored.$$; mkdir -p ignored; mv ignored.* ignored/a; echo 9 > src/a.js', REAL, 'cp ignored/a src/a.js']);
    expect(message).toContain('(by one of ');
    expect(marks).toEqual([['stale'], ['stale'], ['stale']]);
    expect(readFileSync(path.join(root, 'src/a.js'), 'utf8')).toBe(A2['src/a.js']);
  });

  test('in a group all of it is stale', async () => {
    const root = repository({ ...A, 'verifier.config.json': JSON.stringify({ verifyCommands: [[REAL, 'echo 3 >> src/a.js'], `${REAL} HEAD`] }) }, A2);
    const { artifact } = await checked(root);
    expect((JSON.parse(artifact('findings.json')) as { commands: object[] }).commands).toMatchObject([{ marks: ['stale'] }, { marks: ['stale'] }, { marks: [] }]);
  });

  test('many files: some are named, the rest is a number', async () => {
    const { message } = await told(repository(A, A2), ['for i in 1 2 3 4 5 6; do echo $i > n$i.txt; done']);
    expect(message).toContain(': n1.txt, n2.txt, n3.txt, and 3 more (by `for');
  });
});

describe('a command that does not', () => {
  test.each([
    ['touches a file', 'touch src/a.js b.js'],
    ['writes the same again', 'cat b.js > ignored/x; cp ignored/x b.js'],
    ['changes a file and restores it', 'cp b.js ignored/x; echo z > b.js; cp ignored/x b.js'],
    ['writes into an ignored folder', 'echo 1 > ignored/new; rm ignored/old'],
    ['writes into git\'s own folder', 'git add -A; git tag t'],
    ['writes what verifier keeps', 'mkdir -p .verifier/x && echo 1 > .verifier/x/y'],
  ])('%s', async (_, command) => {
    const root = repository({ ...A, 'b.js': 'b\n' }, { ...A2, 'ignored/old': '' });
    const { rules, marks } = await told(root, [REAL, command]);
    expect(rules.filter((rule) => rule.startsWith('integrity/workspace'))).toEqual([]);
    expect(marks).toEqual([[], []]);
  });

  test('by-products of tools are a note, also without a .gitignore', async () => {
    const root = repository({ 'src/a.js': '1\n' }, { 'src/a.js': '2\n' });
    const { rules, marks } = await told(root, [REAL, 'mkdir -p coverage src/__pycache__ node_modules/x; echo 1 > coverage/lcov.info; echo 1 > src/__pycache__/a.pyc; echo > node_modules/x/y.js; echo > .coverage']);
    expect(rules.filter((rule) => rule.startsWith('integrity/workspace'))).toEqual(['integrity/workspace-changed:note']);
    expect(marks).toEqual([[], []]);
  });

  test('result files that it was asked for', async () => {
    const root = repository(A, A2);
    const write = `mkdir -p reports && echo '<testsuite tests="1" failures="0"><testcase name="a"/></testsuite>' > reports/a.xml`;
    expect((await told(root, [write], { results: ['reports/*.xml'] })).rules.filter((rule) => rule.startsWith('integrity/workspace'))).toEqual([]);
    rmSync(path.join(root, 'reports'), { recursive: true });
    expect((await told(root, [write])).rules).toContain('integrity/workspace-changed:warn');
  });
});

test('when the record of the tree is taken away, that is told', async () => {
  const place = folder();
  const root = repository(A, A2);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = place;
  try {
    const { rules, message } = await told(root, [`rm -rf ${place}/verifier-git-*`, REAL]);
    expect(rules).toContain('integrity/workspace-changed:warn');
    expect(message).toContain('is not known: ');
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
});

describe('the hash of a tree', () => {
  async function hashOf(root: string): Promise<string | null> {
    const repo = await openRepository(root, process.env);
    const snapshot = await takeSnapshot(repo, ['.verifier/']);
    try {
      return await watchTree(repo, snapshot).treeHash();
    } finally {
      snapshot.shadow.dispose();
    }
  }

  test('is git\'s own, with what is untracked and not with what is ignored; the same tree has the same one', async () => {
    const root = repository(A, { ...A2, 'new.js': '1\n', 'ignored/x': '1' });
    const first = await hashOf(root);
    put(root, { 'ignored/x': '2' });
    expect(await hashOf(root)).toBe(first);
    git(root, 'add', '-A');
    expect(await hashOf(root)).toBe(first);
    expect(git(root, 'write-tree').trim()).toBe(first);
    put(root, { 'new.js': '2\n' });
    expect(await hashOf(root)).not.toBe(first);
    const clean = repository(A);
    expect(await hashOf(clean)).toBe(git(clean, 'rev-parse', 'HEAD^{tree}').trim());
  });

  test('follows what changes', async () => {
    const root = repository(A, A2);
    const repo = await openRepository(root, process.env);
    const snapshot = await takeSnapshot(repo, []);
    const watch = watchTree(repo, snapshot);
    expect([await watch.alterations(), await watch.treeHash()]).toEqual([[], await hashOf(root)]);
    put(root, { 'new.js': '1\n' });
    rmSync(path.join(root, '.gitignore'));
    symlinkSync('nowhere', path.join(root, 'link'));
    chmodSync(path.join(root, 'src/a.js'), 0o755);
    const seen = await watch.alterations();
    expect(new Map(seen.map(({ path: file, kind }) => [file, kind]))).toEqual(new Map([['.gitignore', 'deleted'], ['link', 'added'], ['new.js', 'added'], ['src/a.js', 'changed']]));
    expect([await watch.alterations(), await watch.treeHash()]).toEqual([[], await hashOf(root)]);
    snapshot.shadow.dispose();
  });

  test('there is none where it would not be the whole tree', async () => {
    const nested = repository(A, A2);
    commit(path.join(nested, 'ignored/..'), {});
    git(nested, 'init', '-q', 'inner');
    commit(path.join(nested, 'inner'), { x: '1' });
    expect(await hashOf(nested)).toBeNull();
    const unmerged = repository(A);
    git(unmerged, 'checkout', '-q', '-b', 'other');
    commit(unmerged, { 'src/a.js': 'other\n' });
    git(unmerged, 'checkout', '-q', 'main');
    commit(unmerged, { 'src/a.js': 'main\n' });
    expect(() => git(unmerged, 'merge', 'other')).toThrow();
    expect(await hashOf(unmerged)).toBeNull();
  });
});
