import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { GatherError, UsageError, type Verdict } from '../model/index.js';
import { HOME } from './place.js';
import { RUN_ID, runIdsIn, runsFolder } from './prune.js';

/** What is told of one run of the past. `verdict` is null when it ended before there was one. */
export interface StoredRun {
  readonly id: string;
  readonly folder: string;
  readonly verdict: StoredVerdict | null;
}

/** A verdict as it lies on the disk: somebody may have changed it, so nothing is sure to be there. */
export type StoredVerdict = { readonly [K in keyof Verdict]?: unknown };

/** A file of a run beyond this is none of verifier's own. */
const LARGEST = 64 * 1024 * 1024;
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** The runs that a workspace keeps, the newest first. */
export function storedRuns(workspace: string): StoredRun[] {
  return runIdsIn(workspace).map((id) => storedRun(workspace, id));
}

/** One run by its id, or the newest for `latest`. Errors: UsageError when there is none. */
export function runNamed(workspace: string, id: string): StoredRun {
  const ids = runIdsIn(workspace);
  const found = id === 'latest' ? ids[0] : ids.find((one) => one === id);
  if (found !== undefined) return storedRun(workspace, found);
  const listed = ids.length === 0 ? `${path.join(workspace, HOME, 'runs')} holds none` : '`verifier runs` lists them';
  throw new UsageError(RUN_ID.test(id) || id === 'latest' ? `there is no run ${id} in this workspace: ${listed}` : `${JSON.stringify(id.slice(0, 60))} is no run id: ${listed}`);
}

/** A file of a run. Errors: GatherError when it is missing or no plain file. */
export function runFile({ folder, id }: StoredRun, name: 'report.md' | 'verdict.json'): string {
  const text = textAt(path.join(folder, name));
  if (text === null) throw new GatherError(`the run ${id} has no ${name}: it was ended before there was a verdict, or the file may not be read`);
  return text;
}

function storedRun(workspace: string, id: string): StoredRun {
  const folder = path.join(runsFolder(workspace), id);
  return { id, folder, verdict: verdictOf(textAt(path.join(folder, 'verdict.json'))) };
}

function verdictOf(text: string | null): StoredVerdict | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The text of a plain file, not through a link; null when it cannot be had. */
function textAt(file: string): string | null {
  try {
    const fd = openSync(file, FLAGS);
    try {
      const stat = fstatSync(fd);
      return stat.isFile() && stat.size <= LARGEST ? readFileSync(fd, 'utf8') : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
