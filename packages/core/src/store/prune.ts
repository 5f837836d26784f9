import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { HOME, thingAt } from './place.js';

/** `<yyyymmddhhmmss>-<pid>-<6 hex>`: the name of a run's folder. It sorts by its first part, then by its last. */
export const RUN_ID = /^\d{14}-(\d{1,10})-[0-9a-f]{6}$/;
/** A folder on its way out: it is no run any more, and the next one takes away what is left of it. */
const OLD = /^\.old-\d{14}-\d{1,10}-[0-9a-f]{6}$/;

/** Folders of runs in a workspace, the newest first: real folders with the name of a run, reached through no link. */
export function runIdsIn(workspace: string): string[] {
  return namesIn(workspace).filter((name) => RUN_ID.test(name)).sort((one, other) => (timeIn(one) < timeIn(other) ? 1 : -1));
}

/** What orders runs: the process id between the two parts says nothing of time. Names differ, so no two are equal. */
function timeIn(id: string): string {
  return `${id.slice(0, 14)}${id.slice(-6)}${id}`;
}

export function runsFolder(workspace: string): string {
  return path.join(workspace, HOME, 'runs');
}

/** Takes away all but the newest `keep` runs. `current` stays, as does what another verifier is writing. Never fails: it is housekeeping. */
export function pruneRuns(workspace: string, current: string, keep: number): void {
  const folder = runsFolder(workspace);
  const surplus = runIdsIn(workspace).filter((id) => id !== current).slice(Math.max(0, keep - 1)).filter((id) => !isBeingWritten(path.join(folder, id)));
  try {
    for (const id of surplus) renameSync(path.join(folder, id), path.join(folder, `.old-${id}`));
    for (const name of namesIn(workspace)) if (OLD.test(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
  } catch {
    // Another verifier was there first, or it may not be: the next run tries again.
  }
}

function namesIn(workspace: string): string[] {
  const folder = runsFolder(workspace);
  try {
    if (![path.dirname(folder), folder].every((at) => lstatSync(at).isDirectory())) return [];
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return []; // no run yet
  }
}

/** Without a verdict, and the process in its name is alive. */
function isBeingWritten(folder: string): boolean {
  if (thingAt(path.join(folder, 'verdict.json')) !== null) return false;
  try {
    process.kill(Number(RUN_ID.exec(path.basename(folder))?.[1]), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
