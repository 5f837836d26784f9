import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatherError } from '../../model/index.js';
import { isMatch, type Segments, segmentsOf } from '../../text/glob.js';

export interface ResultFile {
  /** Relative to the workspace, with forward slashes. */
  readonly path: string;
  readonly absolute: string;
  /** It was there before the checks ran, and they did not write it again. */
  readonly isOld: boolean;
}

/** Entered only when the glob names it, as what begins with a dot. */
const CLOSED = 'node_modules';
const LIMIT = 5000;

/**
 * The files that a glob names, in order of their paths. `since`: the time in milliseconds at which the run began. Links that
 * leave the workspace are not followed. Errors: UsageError, GatherError.
 */
export function findResults(workspace: string, glob: string, flag: string, since: number): ResultFile[] {
  const root = realpathSync(workspace);
  const found = new Set<string>();
  for (const segments of segmentsOf(glob, flag)) walk(root, '', segments, found, new Set());
  if (found.size > LIMIT) throw new GatherError(`${flag} ${glob} names more than ${LIMIT} files: give a narrower glob`);
  return [...found].sort().flatMap((relative) => {
    const absolute = path.join(root, relative);
    const real = realpathSync(absolute);
    if (real !== absolute && !real.startsWith(root + path.sep)) return [];
    const { mtimeMs, ctimeMs } = statSync(real);
    // A changed date does not make it new: the second time cannot be set.
    return [{ path: relative, absolute: real, isOld: Math.min(mtimeMs, ctimeMs) < since }];
  });
}

function walk(root: string, folder: string, segments: Segments, found: Set<string>, seen: Set<string>): void {
  const key = `${segments.length} ${folder}`;
  if (seen.has(key) || found.size > LIMIT) return;
  seen.add(key);
  const [segment = '', ...rest] = segments;
  const isDeep = segment === '**';
  if (isDeep && rest.length > 0) walk(root, folder, rest, found, seen);
  for (const entry of entriesOf(path.join(root, folder))) {
    const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (isDeep && entry.name !== CLOSED && !entry.name.startsWith('.')) walk(root, relative, segments, found, seen);
      else if (!isDeep && rest.length > 0 && isMatch(segment, entry.name)) walk(root, relative, rest, found, seen);
    } else if (rest.length === 0 && isMatch(isDeep ? '*' : segment, entry.name) && isFile(entry, path.join(root, relative))) found.add(relative);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // Gone meanwhile, or not ours to read: nothing of it is evidence.
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

function isFile(entry: Dirent, absolute: string): boolean {
  if (entry.isFile()) return true;
  if (!entry.isSymbolicLink()) return false;
  return statSync(absolute, { throwIfNoEntry: false })?.isFile() ?? false;
}
