import type { Redacted } from '../model/index.js';
import { openArtifactFolder, type ResultArtifacts } from './result-artifacts.js';
import { openResultFile } from './result-file.js';
import { type ResultPlace, resultPlace } from './result-place.js';

export { type ResultArtifacts, RESULT_ARTIFACTS } from './result-artifacts.js';

/** Where one result and what belongs to it are kept: made and checked before anybody's text is read. */
export interface ResultStore extends ResultPlace {
  readonly artifactsDir: string;
  /** Artifacts first, then the result. Throws, and leaves nothing behind, when any of it cannot be written. */
  publish(artifacts: ResultArtifacts, result: Redacted): void;
  /** Leaves nothing behind. May be called at any time, also twice. */
  abandon(): void;
}

/** Errors: UsageError for a place that is refused, GatherError for one that cannot be written. */
export function openResultStore(wanted: string, workspaceDir: string | undefined, cwd: string): ResultStore {
  const place = resultPlace(wanted, workspaceDir, cwd);
  const file = openResultFile(place.file);
  let artifacts;
  try {
    artifacts = openArtifactFolder(place.folder);
  } catch (error) {
    file.abandon();
    throw error;
  }
  const { folder: artifactsDir, write, discard, close } = artifacts;
  let isOpen = true;
  const abandon = () => {
    if (!isOpen) return;
    isOpen = false;
    file.abandon();
    discard();
  };
  return {
    ...place,
    artifactsDir,
    publish(texts, result) {
      try {
        write(texts);
        file.write(result);
        isOpen = false;
        close();
      } catch (error) {
        abandon();
        throw error;
      }
    },
    abandon,
  };
}
