import { lstatSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { GatherError, homeFolder, ownFolder, putInPlace, type Redacted, temporaryName, UsageError, writeNew } from '@verifier/core';

const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The folder of a run: the one that is named, or `.verifier/runs/<id>` under `root`, made where it is missing. Never through a link. Errors: UsageError. */
export function folderOfRun(root: string, runId: string, given: string | undefined): string {
  if (!RUN_ID.test(runId)) throw new UsageError(`${JSON.stringify(runId.slice(0, 60))} is no run id: letters, digits, dots, dashes and underscores, at most 128`);
  if (given === undefined) {
    homeFolder(root);
    return ownFolder(root, ['.verifier', 'runs', runId]);
  }
  if (lstatSync(given, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`the folder of the run, ${given}, is no folder`);
  return realpathSync(given);
}

/** Writes a file of the run whole, in place of an older one. Gives its path. Errors: GatherError. */
export function writeWhole(folder: string, name: string, text: Redacted): string {
  const file = path.join(folder, name);
  const temporary = temporaryName(folder, name, String(process.pid));
  return written(file, () => {
    rmSync(temporary, { force: true });
    writeNew(temporary, text);
    putInPlace(temporary, file);
  });
}

/** Writes a file that is not there yet. Gives its path. Errors: GatherError. */
export function writeOnce(folder: string, name: string, text: Redacted): string {
  const file = path.join(folder, name);
  return written(file, () => {
    writeNew(file, text);
  });
}

function written(file: string, write: () => void): string {
  try {
    write();
    return file;
  } catch (cause) {
    throw new GatherError(`cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
