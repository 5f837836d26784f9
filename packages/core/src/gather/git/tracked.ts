import { existsSync, readFileSync } from 'node:fs';
import { mayName } from './index-flags.js';
import type { Repository } from './repository.js';
import { askGit } from './run-git.js';

/** Whether git tracks a path, from the root, or something below it; true when it cannot say. Most often a look at the index is enough, which spares a process. */
export async function isTracked({ place, index }: Repository, file: string): Promise<boolean> {
  if (!mayName(existsSync(index) ? readFileSync(index) : Buffer.alloc(0), file)) return false;
  const answer = await askGit(['ls-files', '-z', '--', `:(top,literal)${file}`], place);
  return answer.code !== 0 || answer.stdout.length > 0;
}
