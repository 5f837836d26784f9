import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { git, put, repository } from '../../../test/workspace/repo.js';
import { openRepository, takeSnapshot, watchTree } from './index.js';

const BASE = { 'a.js': '1\n', 'd/x.js': '1\n', 'd/y.js': '2\n', 'f': 'file\n', 'gone.js': '1\n', 'run.sh': '#!/bin/sh\n', 'l/inner.js': '1\n' };

// What few files by name record must be what one walk over all records: the number of new files decides between the two.
test.each([0, 100])('the recorded tree is the one that `git add --all` makes, with %i more files', async (more) => {
  const root = repository(BASE);
  put(root, { 'a.js': '2\n', 'new/deep/n.js': 'n\n', 'sp ace "q".js': '1\n', ':(exclude)x.js': '1\n', ...Object.fromEntries(Array.from({ length: more }, (_, at) => [`more/${at}.js`, `${at}\n`])) });
  rmSync(path.join(root, 'gone.js'));
  chmodSync(path.join(root, 'run.sh'), 0o755);
  rmSync(path.join(root, 'd'), { recursive: true }); // a folder that became a file
  put(root, { d: 'now a file\n' });
  rmSync(path.join(root, 'f')); // a file that became a folder
  put(root, { 'f/inside.js': '1\n' });
  rmSync(path.join(root, 'l'), { recursive: true }); // a folder that became a link
  symlinkSync('f', path.join(root, 'l'));
  git(root, 'add', '-N', 'new/deep/n.js');
  const repo = await openRepository(root, process.env);
  const snapshot = await takeSnapshot(repo, []);
  try {
    const watch = watchTree(repo, snapshot);
    const hash = await watch.treeHash();
    expect(await watch.alterations()).toEqual([]);
    git(root, 'add', '--all');
    expect(hash).toBe(git(root, 'write-tree').trim());
  } finally {
    snapshot.shadow.dispose();
  }
});
