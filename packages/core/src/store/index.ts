import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { GatherError, type Redacted, UsageError } from '../model/index.js';
import { homeFolder } from './home.js';
import { cannotWrite, existingFolder, HOME, insideFolder, ownFolder, thingAt } from './place.js';
import { putInPlace, syncFolder, temporaryName, writeNew } from './write-file.js';

export { existingFolder, HOME, partsOf } from './place.js';

/** What every run leaves behind, in the order in which it is written: the verdict last. */
export const ARTIFACTS = ['intent.txt', 'diff.patch', 'verify-logs.txt', 'builder-report.md', 'report.md', 'findings.json', 'verdict.json'] as const;
export type Artifact = (typeof ARTIFACTS)[number];
/** What else was run, where something was: the same for it as `verify-logs.txt` for the checks. */
export const TRIAL_LOGS = 'trial-logs.txt';
/** All that may be of a run. */
export const RUN_FILES = [...ARTIFACTS, TRIAL_LOGS] as const;
const VERDICT = 'verdict.json' satisfies Artifact;
export type Artifacts = Readonly<Record<Artifact, Redacted> & Partial<Record<typeof TRIAL_LOGS, Redacted>>>;

export interface RunFolder {
  readonly folder: string;
  /** Writes all artifacts, or none: `verdict.json` last and whole. Errors: GatherError. */
  write(artifacts: Artifacts): void;
  /** Takes the empty folder of a run that came to nothing away again. */
  discard(): void;
}

/** Where a run writes: `.verifier/runs/<id>` for null, or a folder inside the workspace that `from` named. */
export interface OutputDir {
  readonly path: string;
  /** The option or the key, as messages call it. */
  readonly from: string;
}

/** Opens the folder of a run. A verdict of an earlier run in it is taken away: it would pass for this one's. Errors: UsageError, GatherError. */
export function openRunFolder(workspace: string, id: string, output: OutputDir | null = null): RunFolder {
  const place = () => orCannotWrite(path.join(workspace, output?.path ?? HOME), () => (output === null ? newRunFolder(workspace, id) : outputFolder(workspace, output)));
  const folder = place();
  const write = (artifacts: Artifacts) => {
    // A check may have cleaned the folder away, or put a link in its place.
    if (place() !== folder) throw new GatherError(`the folder of the run, ${folder}, was replaced while the checks ran, so nothing is written`);
    writeArtifacts(folder, id, artifacts);
  };
  return { folder, write, discard: () => { if (output === null) discard(folder); } };
}

/** Takes the verdict of an earlier run away, before anything can go wrong. Makes nothing. Errors: UsageError, GatherError. */
export function dropVerdict(workspace: string, { path: relative, from }: OutputDir): void {
  const at = path.join(workspace, relative);
  const folder = orCannotWrite(at, () => existingFolder(workspace, relative, from));
  if (folder !== null) orCannotWrite(at, () => { rmSync(path.join(folder, VERDICT), { force: true }); });
}

function newRunFolder(workspace: string, id: string): string {
  homeFolder(workspace);
  return ownFolder(workspace, [HOME, 'runs', id]);
}

function outputFolder(workspace: string, { path: relative, from }: OutputDir): string {
  const folder = insideFolder(workspace, relative, from);
  const inTheWay = RUN_FILES.find((name) => thingAt(path.join(folder, name))?.isDirectory() === true);
  if (inTheWay !== undefined) throw new UsageError(`${from} ${JSON.stringify(relative)} holds a folder ${inTheWay}, where a file of that name is to be written: name another folder`);
  for (const name of [VERDICT, TRIAL_LOGS]) rmSync(path.join(folder, name), { force: true });
  return folder;
}

function orCannotWrite<T>(at: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw 'code' in (error as object) ? cannotWrite(at, error) : error;
  }
}

function writeArtifacts(folder: string, id: string, artifacts: Artifacts): void {
  const done: string[] = [];
  try {
    const trials = artifacts[TRIAL_LOGS];
    const texts = [...(trials === undefined ? [] : [[TRIAL_LOGS, trials] as const]), ...ARTIFACTS.map((name) => [name, artifacts[name]] as const)];
    for (const [name, text] of texts) {
      const temporary = temporaryName(folder, name, id);
      writeNew(temporary, text, name === VERDICT);
      done.push(temporary);
    }
    for (const [name] of texts) putInPlace(temporaryName(folder, name, id), path.join(folder, name));
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
