import { chmodSync, closeSync, constants, existsSync, fstatSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { GatherError, type Redacted } from '../model/index.js';
import { cannotWrite, isSameThing, thingAt } from './place.js';
import { writeNew } from './write-file.js';

/** What is kept of a judgement beside the result file. */
export const RESULT_ARTIFACTS = ['intent.txt', 'diff.patch', 'verify-logs.txt', 'builder-report.md', 'report.md', 'verdict.json'] as const;
export type ResultArtifacts = Readonly<Record<(typeof RESULT_ARTIFACTS)[number], Redacted>>;

export interface ArtifactFolder {
  /** Real path. */
  readonly folder: string;
  /** Writes all of them, or throws GatherError and leaves none. */
  write(artifacts: ResultArtifacts): void;
  /** Takes the folder away, with what was written. */
  discard(): void;
  /** Keeps it as it is. */
  close(): void;
}

const PREFIX = '.verifier-artifacts-';
/** Linux: names under this belong to the folder that is held open, wherever its path leads by now. */
const HELD = '/proc/self/fd';
const FOLDER_FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_DIRECTORY | constants.O_NOFOLLOW);

/** A new folder that only its owner may enter. Errors: GatherError. */
export function openArtifactFolder(parent: string): ArtifactFolder {
  const { folder, fd } = made(parent);
  const isOurs = (): boolean => isSameThing(thingAt(folder), fstatSync(fd)) && realpathSync(folder) === folder;
  const confirm = () => {
    if (!isOurs()) throw new GatherError(`the artifact folder ${folder} was replaced while the prompt was judged, so nothing is written`);
  };
  const discard = () => {
    if (isOurs()) rmSync(folder, { recursive: true, force: true });
    closeSync(fd);
  };
  const write = (artifacts: ResultArtifacts) => {
    try {
      confirm();
      const at = existsSync(`${HELD}/${fd}`) ? `${HELD}/${fd}` : folder;
      for (const name of RESULT_ARTIFACTS) writeNew(path.join(at, name), artifacts[name]);
      confirm();
    } catch (error) {
      throw error instanceof GatherError ? error : cannotWrite(folder, error);
    }
  };
  return { folder, write, discard, close: () => { closeSync(fd); } };
}

function made(parent: string): { folder: string; fd: number } {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(path.join(parent, PREFIX));
    chmodSync(folder, 0o700);
    return { folder, fd: openSync(folder, FOLDER_FLAGS) };
  } catch (error) {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    throw cannotWrite(parent, error);
  }
}
