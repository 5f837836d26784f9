import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DiffFile, WholeFile } from '../../model/index.js';
import { filesAt } from './blobs.js';
import type { Repository } from './repository.js';

/** Both sides of the files, in their order, as far as `most` UTF-16 units of the new side reach; a file that is no plain text there is left out. */
export async function wholeFiles(repo: Repository, commit: string, files: readonly DiffFile[], most: number): Promise<ReadonlyMap<string, WholeFile>> {
  let left = most;
  const found = files.flatMap((file) => {
    const now = textOf(path.join(repo.root, file.path), left);
    if (now === null) return [];
    left -= now.length;
    return [{ file, now }];
  });
  if (found.length === 0) return new Map();
  const old = await filesAt(repo, commit, found.map(({ file }) => file.oldPath ?? file.path));
  return new Map(found.map(({ file, now }, at) => [file.path, { old: old[at] ?? null, now }]));
}

/** Null where there is no plain file of at most that size. */
function textOf(file: string, most: number): string | null {
  try {
    const stat = lstatSync(file);
    return stat.isFile() && stat.size <= most ? readFileSync(file, 'utf8') : null;
  } catch {
    return null; // it went away: the diff says what it held
  }
}
