import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { GatherError } from '../../model/index.js';
import { type ChangedFile, streamDiff } from './diff.js';
import { openRepository, type Repository } from './repository.js';
import { askGit } from './run-git.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';

/** A repository inside the work tree that holds what no patch shows. */
export interface Nested {
  /** From the root. */
  readonly path: string;
  readonly why: string;
}

const NAMED = 5;

/**
 * Repositories inside the work tree whose content belongs to the change and is not in its patch: untracked ones,
 * submodules that are new or stand at another commit, and those in which something differs from their own commit.
 */
export async function nestedIn(repo: Repository, snapshot: Snapshot, files: readonly ChangedFile[]): Promise<Nested[]> {
  const found = new Map<string, string>();
  for (const { path: file, change, gitlink } of files) if (gitlink) found.set(file, change === 'added' ? 'it is new' : 'it stands at another commit');
  for (const folder of snapshot.nested) found.set(folder, 'it is a repository that is not tracked');
  for (const folder of snapshot.shadow.flags.gitlink ? await gitlinksOf(snapshot) : []) {
    if (found.has(folder)) continue;
    const why = await differenceIn(path.join(repo.root, folder), repo);
    if (why !== null) found.set(folder, why);
  }
  return [...found].map(([folder, why]) => ({ path: folder, why })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `160000 <sha> <stage>\t<path>` */
async function gitlinksOf({ shadow }: Snapshot): Promise<string[]> {
  const answer = await askGit(['ls-files', '-z', '--stage'], shadow.place);
  const links = answer.stdout.toString().split('\0').filter((record) => record.startsWith('160000 '));
  return [...new Set(links.map((record) => record.slice(record.indexOf('\t') + 1)))];
}

/** What differs in a submodule's folder from the commit that is checked out there; null when nothing does. */
async function differenceIn(folder: string, { env }: Repository): Promise<string | null> {
  try {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true || readdirSync(folder).length === 0) return null;
    const repo = await openRepository(folder, env);
    if (repo.root !== repo.workspace) return 'it holds files and is no repository';
    const snapshot = await takeSnapshot(repo, []);
    try {
      const files = await streamDiff(repo, { ref: 'HEAD', commit: repo.commit }, snapshot, [], () => undefined);
      const names = [...new Set([...files, ...(await nestedIn(repo, snapshot, files))].map(({ path: name }) => name))];
      return names.length === 0 ? null : `not committed there: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`;
    } finally {
      snapshot.shadow.dispose();
    }
  } catch (error) {
    if (error instanceof GatherError) return error.message;
    return 'it may not be read';
  }
}
