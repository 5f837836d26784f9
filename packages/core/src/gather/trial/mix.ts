import type { DiffFile, Swapped } from '../../model/index.js';
import { filesAt, type Repository, type Shadow } from '../git/index.js';
import { withRunnerOf } from './manifests.js';

/** What is laid out: a tree, in which some paths stand as in another one. */
export interface Mix {
  readonly tree: string;
  readonly other: string;
  /** From the root; a path that the other tree does not hold is gone. */
  readonly swapped: readonly string[];
  /** What is made of both sides, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The same for people. */
  readonly told: readonly Swapped[];
}

export const plainMix = (tree: string): Mix => ({ tree, other: tree, swapped: [], texts: new Map(), told: [] });

/** The files stand as in `other`: a file that only `tree` has is taken away, one that only `other` has is put back. */
export function swappedMix(tree: string, other: string, files: readonly DiffFile[], side: 'base' | 'change'): Mix {
  const paths = files.map(({ path, oldPath, change }) => ({ path, old: change === 'added' || change === 'copied' ? null : (oldPath ?? path), now: change === 'deleted' ? null : path }));
  return {
    tree, other, texts: new Map(),
    swapped: [...new Set(paths.flatMap(({ old, now }) => [old, now]))].filter((path) => path !== null),
    told: paths.flatMap(({ path, old, now }): Swapped[] => {
      const [wanted, unwanted] = side === 'base' ? [old, now] : [now, old];
      return [...(wanted === null ? [] : [{ path: wanted, to: 'other' } as const]), ...(unwanted === null || unwanted === wanted ? [] : [{ path: unwanted, to: 'gone' } as const]), ...(wanted === null && unwanted === null ? [{ path, to: 'other' } as const] : [])];
    }),
  };
}

/** The mix, and in these manifests what tells the runner what to do as at the base; the dependencies stay the change's. */
export async function withManifests(repo: Repository, shadow: Shadow, mix: Mix, paths: readonly string[]): Promise<Mix> {
  // What was recorded of the change lies in the shadow's store, which borrows the caller's.
  const store = { ...repo, place: shadow.place };
  const [base, change] = await Promise.all([filesAt(store, mix.other, paths), filesAt(store, mix.tree, paths)]);
  const texts = paths.flatMap((path, at): [string, string][] => {
    const made = withRunnerOf(path, base[at] ?? null, change[at] ?? null);
    return made === null ? [] : [[path, made]];
  });
  return { ...mix, texts: new Map(texts), told: [...mix.told, ...texts.map(([path]) => ({ path, to: 'part' } as const))] };
}
