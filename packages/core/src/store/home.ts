import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Redacted, UsageError } from '../model/index.js';
import { HOME, ownFolder, thingAt } from './place.js';
import { writeNew } from './write-file.js';

/** Makes `.verifier`, which ignores itself. Gives its real path. Errors: UsageError for a link in its place. */
export function homeFolder(workspace: string): string {
  const home = ownFolder(workspace, [HOME]);
  const ignore = path.join(home, '.gitignore');
  if (thingAt(ignore)?.isSymbolicLink() === true) throw new UsageError(`${ignore} is a link: remove it, since verifier keeps a file of its own there`);
  try {
    if (!existsSync(ignore)) writeNew(ignore, '*\n' as Redacted);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // else another verifier was faster
  }
  return home;
}
