import { mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../model/index.js';
import { cannotWrite } from './place.js';

const RESULT = 'KAIZEN_VERIFIER_RESULT_PATH';
const WORKSPACE = 'KAIZEN_WORKSPACE_DIR';

/** Where a result goes. Both folders are real paths, and `folder` lies in `workspace`. */
export interface ResultPlace {
  readonly workspace: string;
  readonly folder: string;
  readonly file: string;
}

/** Where the caller wants the result, with the folders made that are missing. Errors: UsageError, before anything is made outside. */
export function resultPlace(wanted: string, workspaceDir: string | undefined, cwd: string): ResultPlace {
  const given = path.resolve(cwd, workspaceDir ?? '');
  const workspace = folderAt(given, WORKSPACE);
  const target = path.resolve(given, wanted);
  // The caller may name the workspace by a link and the file by its real path.
  const inner = [given, workspace].map((root) => path.relative(root, target)).find(isInner);
  if (inner === undefined) throw new UsageError(`${RESULT} must stay within ${WORKSPACE}.`);
  if (inner === '') throw new UsageError(`${RESULT} must name a file within ${WORKSPACE}.`);
  const parts = inner.split(path.sep);
  const folder = parts.slice(0, -1).reduce((at, part) => folderIn(workspace, at, part), workspace);
  return { workspace, folder, file: path.join(folder, parts.at(-1) ?? '') };
}

const isInner = (relative: string): boolean => relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);

/** The folder `part` of `at`, made when it is missing; a link is followed as long as it stays in the workspace. */
function folderIn(workspace: string, at: string, part: string): string {
  const next = path.join(at, part);
  try {
    mkdirSync(next);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(next, error);
  }
  const real = folderAt(next, RESULT);
  if (!isInner(path.relative(workspace, real))) throw new UsageError(`${RESULT} resolves outside ${WORKSPACE}.`);
  return real;
}

function folderAt(at: string, variable: string): string {
  try {
    const real = realpathSync(at);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new UsageError(`${variable} needs the folder ${at}, which cannot be opened: it is missing, a broken link, or may not be read.`, { cause });
  }
  throw new UsageError(`${variable} needs the folder ${at}, and a file stands there.`);
}
