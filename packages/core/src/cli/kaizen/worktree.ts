import path from 'node:path';
import { parseDiff } from '../../evidence/diff/index.js';
import { type Base, type Environment, inferredBase, namedBase, openRepository, type Repository, streamDiff, takeSnapshot } from '../../gather/git/index.js';
import { type DiffFile, GatherError, UsageError } from '../../model/index.js';
import type { ResultStore } from '../../store/result-store.js';

/** The work tree that the loop prepared for this change. */
export interface Worktree {
  readonly repo: Repository;
  readonly base: Base;
}

/** A changed file as the work tree shows it, with its part of the patch. */
export interface Part {
  readonly file: DiffFile;
  readonly text: string;
}

/** The workspace as a work tree; null when it is none, when it is only a folder in one, or when git cannot say. */
export async function worktreeAt(workspace: string, env: Environment): Promise<Worktree | null> {
  try {
    const repo = await openRepository(workspace, env);
    if (repo.prefix !== '' || repo.root !== workspace) return null;
    const named = env['BASE_SHA'] ?? '';
    return { repo, base: named === '' ? await inferredBase(repo) : await namedBase(repo, { ref: named, from: '--base' }) };
  } catch (error) {
    if (error instanceof GatherError || error instanceof UsageError) return null;
    throw error;
  }
}

/** What differs from the base in the work tree, but for verifier's own files; nothing when git cannot say. */
export async function partsOf({ repo, base }: Worktree, { workspace, folder, file, artifactsDir }: ResultStore): Promise<Part[]> {
  const pieces: string[] = [];
  try {
    const ours = folder === workspace ? [path.basename(file), `${path.basename(artifactsDir)}/`] : [`${path.relative(workspace, folder)}/`];
    const snapshot = await takeSnapshot(repo, ours);
    try {
      await streamDiff(repo, base, snapshot, [], (text) => { pieces.push(text); });
    } finally {
      snapshot.shadow.dispose();
    }
  } catch (error) {
    if (error instanceof GatherError) return [];
    throw error;
  }
  // In a patch of git's own, only the line that opens a file's part begins so: every line of content has a mark in front.
  return pieces.join('').split(/^(?=diff --git )/m).flatMap((text) => parseDiff(text).files.map((part) => ({ file: part, text })));
}
