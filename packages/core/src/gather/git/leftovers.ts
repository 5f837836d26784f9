import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How the names of our temporary repositories begin. */
export const SHADOW = 'verifier-git-';
/** No run is so long that its own folder is as old. */
const OLD_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Takes away temporary repositories of runs that were killed before anybody watched over them. By age alone: a process id may
 * belong to another container that shares the folder. What cannot be looked at or removed stays.
 */
export function sweepLeftovers(now: Date, folder: string = tmpdir()): void {
  for (const name of orNothing(() => readdirSync(folder)) ?? []) {
    if (name.startsWith(SHADOW)) orNothing(() => { removeOld(path.join(folder, name), now); });
  }
}

function removeOld(at: string, now: Date): void {
  const stat = lstatSync(at);
  if (stat.isDirectory() && now.getTime() - stat.mtimeMs >= OLD_MS && (process.getuid?.() ?? stat.uid) === stat.uid) rmSync(at, { recursive: true, force: true });
}

/** Nothing of it is worth a word: somebody else sweeps at the same time, or it is not ours. */
function orNothing<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
