import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { Repository } from './repository.js';
import { askGit, complaintOf } from './run-git.js';
import { candidatesOf, record, type Snapshot, unreadOf } from './snapshot.js';

/** A file that is not ignored and became another one; from the root. */
export interface Alteration {
  readonly path: string;
  readonly kind: 'added' | 'changed' | 'deleted';
}

/** The working tree from the moment of a snapshot on. */
export interface TreeWatch {
  /** What is to be taken away at the end, in the temporary folder. */
  readonly folder: string;
  /** What is different from the last time, by content. Errors: GatherError when git cannot say. */
  alterations(): Promise<readonly Alteration[]>;
  /** The hash of the tree as it was at that time; null when a part of it is not in the hash. */
  treeHash(): Promise<string | null>;
}

/** Uses up the snapshot: its index follows the tree. */
export function watchTree(repo: Repository, snapshot: Snapshot): TreeWatch {
  const { shadow } = snapshot;
  // What is in no index is told apart by its looks.
  let unread = looksOf(repo.root, snapshot.unread.map(({ path: file }) => file));
  const nested = new Set(snapshot.nested.map((folder) => `${folder}/`));
  const alterations = async () => {
    const { candidates, closed } = await candidatesOf(shadow);
    const hidden = [...closed, ...candidates.flatMap((candidate) => unreadOf(repo.root, candidate))];
    const looks = looksOf(repo.root, hidden.map(({ path: file }) => file));
    const isKnown = (file: string) => nested.has(file) || (looks.has(file) && looks.get(file) === unread.get(file));
    const altered = candidates.filter(({ path: file }) => !isKnown(file)).map(({ path: file, tracked }): Alteration => ({
      path: file.replace(/\/$/, ''),
      kind: lstatSync(path.join(repo.root, file), { throwIfNoEntry: false }) === undefined ? 'deleted' : tracked || unread.has(file) ? 'changed' : 'added',
    }));
    if (altered.length > 0) {
      await record(shadow, candidates, hidden);
      for (const { path: file } of candidates) if (file.endsWith('/')) nested.add(file);
      unread = looks;
    }
    return altered;
  };
  const treeHash = async () => {
    // A repository in the repository holds more than its commit says, and a merge that is not resolved is no tree.
    if (unread.size > 0 || nested.size > 0 || shadow.flags.gitlink || snapshot.unmerged.length > 0) return null;
    const answer = await askGit(['write-tree', '--missing-ok'], shadow.place);
    const hash = answer.stdout.toString().trim();
    if (answer.code !== 0 || !/^[0-9a-f]{40,64}$/.test(hash)) throw new Error(`git cannot hash the tree: ${complaintOf(answer.stderr)}`);
    return hash;
  };
  // One after the other: both write the index.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(ask: () => Promise<T>) => () => {
    const next = last.then(ask, ask);
    last = next.catch(() => undefined);
    return next;
  };
  return { folder: shadow.folder, alterations: inTurn(alterations), treeHash: inTurn(treeHash) };
}

function looksOf(root: string, files: readonly string[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => {
    const stat = lstatSync(path.join(root, file), { throwIfNoEntry: false });
    return [file, stat === undefined ? '' : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.mode}`];
  }));
}
