import { copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';
import { GatherError } from '../../model/index.js';
import { askGit, isolatedEnvironment, type Repository, type Shadow } from '../git/index.js';
import { complaintOf, type GitPlace, killGit } from '../git/run-git.js';
import type { Mix } from './mix.js';

/** A checkout of its own: nothing that happens there reaches the caller's repository. Real paths. */
export interface TrialTree {
  readonly root: string;
  /** The workspace's place in it. */
  readonly workspace: string;
}

/** What of the file system is a fact, as the shadow takes it over. */
const FACTS = ['core.filemode', 'core.symlinks', 'core.ignorecase', 'core.precomposeunicode'];

/**
 * Lays a mix of both sides out in the shadow's temporary folder, which goes away on every path, and with verifier if that is
 * killed. Not a worktree of the caller's repository: that would be registered there, and commands could write its refs. It is a
 * repository that borrows the objects, with HEAD at the base, its tags and no hooks. Errors: GatherError.
 */
export async function layOut(repo: Repository, shadow: Shadow, name: string, commit: string, mix: Mix): Promise<TrialTree> {
  // Before the folder is taken away at verifier's own end: git must not go on writing into it.
  process.prependListener('exit', killGit);
  try {
    return await laidOut(repo, shadow, name, commit, mix);
  } finally {
    process.off('exit', killGit);
  }
}

async function laidOut(repo: Repository, shadow: Shadow, name: string, commit: string, mix: Mix): Promise<TrialTree> {
  const root = path.join(realpathSync(shadow.folder), name);
  const gitDir = path.join(root, '.git');
  for (const folder of ['objects/info', 'refs', 'info']) mkdirSync(path.join(gitDir, folder), { recursive: true });
  writeFileSync(path.join(gitDir, 'HEAD'), `${commit}\n`);
  writeFileSync(path.join(gitDir, 'config'), configOf(repo));
  writeFileSync(path.join(gitDir, 'objects/info/alternates'), `${repo.objects}\n${path.join(realpathSync(shadow.folder), 'objects')}\n`);
  const shallow = path.join(path.dirname(repo.objects), 'shallow');
  if (repo.shallow && existsSync(shallow)) copyFileSync(shallow, path.join(gitDir, 'shallow'));
  const tags = await askGit(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/tags'], repo.place);
  if (tags.code === 0) writeFileSync(path.join(gitDir, 'packed-refs'), tags.stdout);
  const place = { cwd: root, env: { ...isolatedEnvironment(repo.env, gitDir, root), GIT_LITERAL_PATHSPECS: '1' } };
  await run(['read-tree', mix.tree], place);
  if (mix.swapped.length > 0) await run(['reset', '--quiet', mix.other, '--pathspec-from-file=-', '--pathspec-file-nul'], place, mix.swapped.join('\0'));
  for (const [file, text] of mix.texts) await replace(file, text, place);
  await run(['checkout-index', '--all', '--force', '--quiet', '--index'], place);
  const workspace = path.join(root, repo.prefix);
  if (!existsSync(workspace)) throw new GatherError(`the folder ${repo.prefix} is not there at the base`);
  return { root, workspace };
}

/** Through the index: git never writes through a link that a tree holds. */
async function replace(file: string, text: string, place: GitPlace): Promise<void> {
  const id = (await run(['hash-object', '-w', '--no-filters', '--stdin'], place, text)).toString().trim();
  await run(['update-index', '-z', '--index-info'], place, `100644 ${id}\t${file}\0`);
}

async function run(args: readonly string[], place: GitPlace, input?: string): Promise<Buffer> {
  const answer = await askGit(args, place, input);
  if (answer.code !== 0) throw new GatherError(`git cannot lay it out (${args[0] ?? ''}): ${complaintOf(answer.stderr)}`);
  return answer.stdout;
}

function configOf({ settings }: Repository): string {
  const format = settings.get('extensions.objectformat');
  return [
    '[core]', `repositoryFormatVersion = ${format === undefined ? 0 : 1}`, 'bare = false', 'autocrlf = false', `hooksPath = ${devNull}`,
    ...FACTS.flatMap((key) => (settings.has(key) ? [`${key.slice(5)} = ${settings.get(key) ?? 'true'}`] : [])),
    '[gc]', 'auto = 0', '[maintenance]', 'auto = false',
    ...(format === undefined ? [] : ['[extensions]', `objectFormat = ${format === 'sha256' ? 'sha256' : 'sha1'}`]), '',
  ].join('\n');
}

/** The tree of the change: the files of the shadow's index. null where they are no tree, as in a merge that is not resolved. */
export async function treeOfChange(shadow: Shadow): Promise<string | null> {
  const answer = await askGit(['write-tree', '--missing-ok'], shadow.place);
  const id = answer.stdout.toString().trim();
  return answer.code === 0 && /^[0-9a-f]{40,64}$/.test(id) ? id : null;
}
