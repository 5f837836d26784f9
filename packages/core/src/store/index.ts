import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Redacted } from '../model/index.js';
import { cannotWrite, HOME, insideFolder, ownFolder } from './place.js';
import { putInPlace, syncFolder, temporaryName, writeNew } from './write-file.js';

export { HOME, partsOf } from './place.js';

/** What every run leaves behind, in the order in which it is written: the verdict last. */
export const ARTIFACTS = ['intent.txt', 'diff.patch', 'verify-logs.txt', 'builder-report.md', 'report.md', 'findings.json', 'verdict.json'] as const;
export type Artifact = (typeof ARTIFACTS)[number];
export type Artifacts = Readonly<Record<Artifact, Redacted>>;

export interface RunFolder {
  readonly folder: string;
  /** Writes all artifacts, or none: `verdict.json` last and whole. Errors: GatherError. */
  write(artifacts: Artifacts): void;
  /** Takes the empty folder of a run that came to nothing away again. */
  discard(): void;
}

/** Opens the folder of a run: `.verifier/runs/<id>`, or `outputDir` inside the workspace. Errors: UsageError, GatherError. */
export function openRunFolder(workspace: string, id: string, outputDir?: string): RunFolder {
  try {
    const folder = outputDir === undefined ? newRunFolder(workspace, id) : insideFolder(workspace, outputDir, '--output-dir');
    return { folder, write: (artifacts) => { writeArtifacts(folder, id, artifacts); }, discard: () => { if (outputDir === undefined) discard(folder); } };
  } catch (error) {
    throw 'code' in (error as object) ? cannotWrite(path.join(workspace, outputDir ?? HOME), error) : error;
  }
}

function newRunFolder(workspace: string, id: string): string {
  const home = ownFolder(workspace, [HOME]);
  const ignore = path.join(home, '.gitignore');
  if (!existsSync(ignore)) writeNew(ignore, '*\n' as Redacted);
  return ownFolder(workspace, [HOME, 'runs', id]);
}

function writeArtifacts(folder: string, id: string, artifacts: Artifacts): void {
  const done: string[] = [];
  try {
    for (const name of ARTIFACTS) {
      const temporary = temporaryName(folder, name, id);
      writeNew(temporary, artifacts[name], name === 'verdict.json');
      done.push(temporary);
    }
    for (const name of ARTIFACTS) putInPlace(temporaryName(folder, name, id), path.join(folder, name));
    syncFolder(folder);
  } catch (error) {
    for (const file of done) rmSync(file, { force: true });
    throw cannotWrite(folder, error);
  }
}

function discard(folder: string): void {
  try {
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  } catch {
    // Somebody else took it away, or it may not be: nothing of ours is in it.
  }
}
