import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commit, git, repository } from '../../../test/workspace/repo.js';
import { flagsIn, mayName } from './index-flags.js';

const FILES = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${'folder/'.repeat(at % 5)}${'n'.repeat(at)}.js`, `${at}\n`]));
const index = (root: string) => readFileSync(path.join(root, '.git/index'));

const NONE = { assumed: false, skipped: false, unmerged: false, gitlink: false };
const UNKNOWN = { assumed: true, skipped: true, unmerged: true, gitlink: true };

test.each(['2', '3', '4'])('a marked entry is found in an index of version %s, the last one too', (version) => {
  const root = repository({ ...FILES, 'é/long': 'x', [`z/${'l'.repeat(250)}`]: '1' });
  git(root, 'update-index', '--index-version', version);
  expect(flagsIn(index(root), 20)).toEqual(NONE);
  for (const file of ['folder/n.js', `z/${'l'.repeat(250)}`]) {
    for (const [mark, key] of [['assume-unchanged', 'assumed'], ['skip-worktree', 'skipped']] as const) {
      git(root, 'update-index', `--${mark}`, file);
      expect(flagsIn(index(root), 20)).toEqual({ ...NONE, [key]: true });
      git(root, 'update-index', `--no-${mark}`, file);
      expect(flagsIn(index(root), 20)).toEqual(NONE);
    }
  }
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${git(root, 'rev-parse', 'HEAD').trim()},zz`);
  expect(flagsIn(index(root), 20)).toEqual({ ...NONE, gitlink: true });
  git(root, 'update-index', '--split-index');
  expect(flagsIn(index(root), 20)).toEqual(UNKNOWN);
});

test('a merge that stopped', () => {
  const root = repository({ a: '1\n', b: '1\n' });
  git(root, 'checkout', '-q', '-b', 'other');
  commit(root, { a: '2\n' });
  git(root, 'checkout', '-q', 'main');
  commit(root, { a: '3\n' });
  expect(() => git(root, 'merge', 'other')).toThrow();
  expect(flagsIn(index(root), 20)).toEqual({ ...NONE, unmerged: true });
});

test('what is not understood may be anything', () => {
  for (const bytes of ['DIRC', 'DIRC\0\0\0\u0009\0\0\0\u0001', 'something else', 'DIRC\0\0\0\u0002\0\0\0\u0009short']) expect(flagsIn(Buffer.from(bytes, 'latin1'), 20)).toEqual(UNKNOWN);
  expect(flagsIn(Buffer.alloc(0), 20)).toEqual(NONE);
});

test.each(['2', '3', '4'])('a name in an index of version %s is seen, also below a folder and in a split one', (version) => {
  const root = repository({ 'a/b.js': '1', 'a/c.js': '2' });
  git(root, 'update-index', '--index-version', version);
  expect(mayName(index(root), 'a/.verifier')).toBe(version === '4');
  commit(root, { 'a/.verifier/receipts/x.json': '{}' });
  expect(mayName(index(root), 'a/.verifier')).toBe(true);
  git(root, 'rm', '-rq', 'a/.verifier');
  git(root, 'update-index', '--split-index');
  expect(mayName(index(root), 'a/.verifier')).toBe(true);
  expect(mayName(Buffer.alloc(0), 'a')).toBe(false);
  expect(mayName(Buffer.from('something else'), 'a')).toBe(true);
});
