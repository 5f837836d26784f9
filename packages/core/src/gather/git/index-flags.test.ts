import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { git, repository } from '../../../test/workspace/repo.js';
import { mayHide } from './index-flags.js';

const FILES = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${'folder/'.repeat(at % 5)}${'n'.repeat(at)}.js`, `${at}\n`]));
const index = (root: string) => readFileSync(path.join(root, '.git/index'));

test.each(['2', '3', '4'])('a marked entry is found in an index of version %s, the last one too', (version) => {
  const root = repository({ ...FILES, 'é/long': 'x', [`z/${'l'.repeat(250)}`]: '1' });
  git(root, 'update-index', '--index-version', version);
  expect(mayHide(index(root), 20)).toBe(false);
  for (const file of ['folder/n.js', `z/${'l'.repeat(250)}`]) {
    git(root, 'update-index', '--assume-unchanged', file);
    expect(mayHide(index(root), 20)).toBe(true);
    git(root, 'update-index', '--no-assume-unchanged', file);
    expect(mayHide(index(root), 20)).toBe(false);
  }
  git(root, 'update-index', '--split-index');
  expect(mayHide(index(root), 20)).toBe(true);
});

test('what is not understood may hide something', () => {
  for (const bytes of ['DIRC', 'DIRC\0\0\0\u0009\0\0\0\u0001', 'something else', 'DIRC\0\0\0\u0002\0\0\0\u0009short']) expect(mayHide(Buffer.from(bytes, 'latin1'), 20)).toBe(true);
  expect(mayHide(Buffer.alloc(0), 20)).toBe(false);
});
