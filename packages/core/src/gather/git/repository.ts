import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatherError, UsageError } from '../../model/index.js';
import { callerEnvironment, type Environment } from './environment.js';
import { askGit, complaintOf, type GitPlace } from './run-git.js';

/** A work tree, and where its parts lie. All paths are absolute; `commit` is what HEAD stands at. */
export interface Repository {
  readonly workspace: string;
  readonly root: string;
  /** The workspace inside the root, with forward slashes and a slash behind it: `packages/web/`, or nothing. */
  readonly prefix: string;
  readonly gitDir: string;
  readonly index: string;
  readonly objects: string;
  readonly excludes: string;
  readonly shallow: boolean;
  readonly commit: string;
  readonly shortCommit: string;
  /** The few settings that say how the file system behaves, and which files the user ignores everywhere. */
  readonly settings: ReadonlyMap<string, string>;
  /** For questions with the caller's own settings. */
  readonly place: GitPlace;
  readonly env: Environment;
}

const QUESTIONS = [
  '--is-shallow-repository', '--absolute-git-dir', '--git-path', 'index', '--git-path', 'objects', '--git-path', 'info/exclude',
  '--show-prefix', '--show-toplevel', 'HEAD', '--short', 'HEAD',
] as const;
const SETTINGS = String.raw`^(core\.(excludesfile|filemode|sparsecheckout|symlinks|ignorecase|precomposeunicode)|extensions\.(objectformat|partialclone))$`;

/** Whether the folder stands in a work tree, by looks: a `.git` in it or above it. Starts no process. */
export function isInWorkTree(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, '.git'))) return true;
    if (at === path.dirname(at)) return false;
  }
}

/** Opens the repository that `folder` stands in. Errors: GatherError with a sentence for each way in which there is none. */
export async function openRepository(folder: string, env: Environment): Promise<Repository> {
  const workspace = folderOf(folder);
  const place = { cwd: workspace, env: callerEnvironment(env) };
  const [told, config] = await Promise.all([
    askGit(['rev-parse', ...QUESTIONS], place),
    askGit(['config', '-z', '--get-regexp', SETTINGS], place),
  ]);
  if (told.code !== 0) throw noRepository(workspace, told.stdout.toString(), told.stderr);
  const [shallow = '', gitDir = '', index = '', objects = '', excludes = '', prefix = '', root = '', commit = '', shortCommit = '', more] = told.stdout.toString().split('\n');
  if (more !== '' || !/^[0-9a-f]{40,64}$/.test(commit)) throw new GatherError(`git's answer about ${workspace} cannot be read: does a folder's name hold a line break?`);
  if (!isInside(workspace, root)) {
    throw new GatherError(`git takes ${root} for the working tree (core.worktree), and ${workspace} is not in it: the checks would run on other files than are compared, so unset core.worktree or give a --workspace in that tree`);
  }
  const absolute = (file: string) => path.resolve(workspace, file);
  return {
    workspace, root: path.normalize(root), prefix, gitDir, index: absolute(index), objects: absolute(objects), excludes: absolute(excludes),
    shallow: shallow === 'true', commit, shortCommit, settings: settingsOf(config.stdout.toString()), place, env,
  };
}

function folderOf(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new UsageError(`the workspace ${folder} cannot be opened: there is no such folder, or it may not be read`, { cause });
  }
  throw new UsageError(`the workspace ${folder} is not a folder`);
}

function isInside(folder: string, root: string): boolean {
  const inner = path.relative(existsSync(root) ? realpathSync(root) : root, folder);
  return inner !== '..' && !inner.startsWith(`..${path.sep}`) && !path.isAbsolute(inner);
}

function noRepository(workspace: string, stdout: string, stderr: string): GatherError {
  const said = complaintOf(stderr);
  if (stderr.includes('dubious ownership') || stderr.includes('unsafe repository')) {
    return new GatherError(`git refuses ${workspace} because another user owns it: if you trust it, run git config --global --add safe.directory ${workspace}`);
  }
  if (said.startsWith('not a git repository')) return new GatherError(`${workspace} is not in a git repository: give --workspace, or the change itself with --diff-file`);
  if (said.includes('must be run in a work tree')) return new GatherError(`${workspace} has no working tree (a bare repository, or inside .git): a change is read from a checkout`);
  if (/ambiguous argument 'HEAD'|unknown revision|bad revision|bad object HEAD/.test(stderr) && stdout !== '') {
    return new GatherError(`the repository at ${workspace} has no commit yet: commit a base first, since a change is compared with a commit`);
  }
  return new GatherError(`git cannot read the repository at ${workspace}: ${said}`);
}

/** `key\nvalue\0`, the last of a key counts; a key without a value means true. */
function settingsOf(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const record of text.split('\0')) {
    const end = record.indexOf('\n');
    if (record !== '') settings.set(end < 0 ? record : record.slice(0, end), end < 0 ? 'true' : record.slice(end + 1));
  }
  return settings;
}

export function isTrue(setting: string | undefined): boolean {
  return setting !== undefined && /^(?:true|yes|on|1)$/i.test(setting);
}
