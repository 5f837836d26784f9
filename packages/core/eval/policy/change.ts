import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { askGit, filesAt, inferredBase, namedBase, openRepository } from '../../src/gather/git/index.js';
import { HarnessError } from '../model.js';

/** One file on both sides of the change; null where it is not there. */
export interface ChangedText {
  readonly path: string;
  readonly old: string | null;
  readonly now: string | null;
}

export interface PolicyChange {
  /** What it is compared with, as chosen. */
  readonly base: string;
  readonly files: readonly ChangedText[];
}

/** Everything that differs between the base and the working tree, untracked files included. Paths are from the root. */
export async function changeSince(root: string, ref: string | undefined, env: NodeJS.ProcessEnv): Promise<PolicyChange> {
  const repo = await openRepository(root, env);
  const base = ref === undefined ? await inferredBase(repo) : await namedBase(repo, { ref, from: '--base' });
  const place = { ...repo.place, cwd: repo.root };
  const names = async (...words: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await askGit(words, place);
    if (code !== 0) throw new HarnessError(`git ${words.join(' ')}: ${stderr.trim()}`);
    return stdout.toString().split('\0').filter((name) => name !== '');
  };
  const tracked = await names('diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', base.commit, '--');
  const untracked = await names('ls-files', '-z', '--others', '--exclude-standard');
  const paths = [...new Set([...tracked, ...untracked])].sort();
  const old = await filesAt(repo, base.commit, paths);
  return { base: `${base.ref} (${base.commit.slice(0, 12)})`, files: paths.map((name, at) => ({ path: name, old: old[at] ?? null, now: textIn(path.join(repo.root, name)) })) };
}

// A file that cannot be read as a text (a link to a folder, a socket) is as good as gone.
function textIn(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}
