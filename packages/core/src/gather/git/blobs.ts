import type { Repository } from './repository.js';
import { askGit } from './run-git.js';

/** What is read of one file of a commit: a config, a package.json. A larger one is no such file. */
const LARGEST = 1024 * 1024;

/** Files as they stand at a commit, by path from the root; null where there is no such file. One process for all. */
export async function filesAt(repo: Repository, commit: string, paths: readonly string[]): Promise<(string | null)[]> {
  const usable = paths.filter((file) => !file.includes('\n'));
  const answer = await askGit(['cat-file', '--batch'], repo.place, usable.map((file) => `${commit}:${file}\n`).join(''));
  const found = new Map<string, string | null>();
  let at = 0;
  for (const file of usable) {
    const end = answer.stdout.indexOf(10, at);
    if (end < 0) break;
    const header = /^[0-9a-f]+ (\w+) (\d+)$/.exec(answer.stdout.toString('utf8', at, end));
    at = end + 1;
    if (header === null) continue; // `<name> missing`
    const size = Number(header[2]);
    if (header[1] === 'blob' && size <= LARGEST) found.set(file, answer.stdout.toString('utf8', at, at + size));
    at += size + 1;
  }
  return paths.map((file) => found.get(file) ?? null);
}
