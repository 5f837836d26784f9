import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { GatherError } from '../../model/index.js';
import { isolatedEnvironment } from './environment.js';
import { flagsIn, type IndexFlags } from './index-flags.js';
import { SHADOW } from './leftovers.js';
import { isTrue, type Repository } from './repository.js';
import { type GitPlace, killGit } from './run-git.js';

/** A file beyond this is named and not read: git holds a whole file in memory to compare it. */
export const BIG_FILE_BYTES = 32 * 1024 * 1024;

/**
 * A repository of our own in a temporary folder: it looks at the caller's files and borrows the caller's objects, but
 * has its own index, settings, attributes and object store. So neither a setting nor a `.gitattributes` nor a hook,
 * filter, textconv or fsmonitor of the caller has a say, and nothing is written into the caller's repository.
 */
export interface Shadow {
  readonly folder: string;
  readonly place: GitPlace;
  /** What entries of the caller's index may be. */
  readonly flags: IndexFlags;
  readonly dispose: () => void;
}

// `!x` takes back whatever a .gitattributes says: info/attributes outranks it (git 2.x, gitattributes(5)).
const ATTRIBUTES = '* !diff !text !crlf !eol !filter !ident !working-tree-encoding !merge !whitespace !conflict-marker-size\n';
/** How the file system behaves is a fact, not a taste: these settings are taken over. */
const TAKEN = { 'core.filemode': 'fileMode', 'core.symlinks': 'symlinks', 'core.ignorecase': 'ignoreCase', 'core.precomposeunicode': 'precomposeUnicode' } as const;

/** `ours` are folders and files that verifier itself writes, from the root: what is untracked there is no change. */
export function openShadow(repo: Repository, ours: readonly string[]): Shadow {
  let folder: string | null = null;
  let flags: IndexFlags;
  const dispose = () => {
    process.off('exit', atExit);
    if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const atExit = () => {
    killGit();
    dispose();
  };
  process.on('exit', atExit);
  try {
    folder = mkdtempSync(path.join(tmpdir(), SHADOW));
    for (const name of ['objects/info', 'objects/pack', 'refs', 'info']) mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, 'HEAD'), `${repo.commit}\n`);
    writeFileSync(path.join(folder, 'config'), configOf(repo));
    writeFileSync(path.join(folder, 'objects/info/alternates'), `${repo.objects}\n`);
    writeFileSync(path.join(folder, 'info/attributes'), ATTRIBUTES);
    writeFileSync(path.join(folder, 'info/exclude'), `${textOf(repo.excludes)}\n${[...ours, ...within(repo.root, folder)].map(patternOf).join('\n')}\n`);
    flags = copyIndex(repo, folder);
  } catch (cause) {
    dispose();
    throw new GatherError(`a temporary folder in ${tmpdir()} cannot be made ready: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  return {
    folder,
    flags,
    place: { cwd: repo.root, env: isolatedEnvironment(repo.env, folder, repo.root) },
    dispose,
  };
}

function configOf({ settings, env }: Repository): string {
  const format = settings.get('extensions.objectformat');
  const lines = [
    '[core]', `repositoryFormatVersion = ${format === undefined ? 0 : 1}`, 'bare = false', 'quotePath = false', 'autocrlf = false', 'safecrlf = false',
    'fsmonitor = false', 'untrackedCache = false', 'compression = 0', 'looseCompression = 0', `bigFileThreshold = ${BIG_FILE_BYTES}`,
    // Lets git drop skip-worktree from files that are there all the same (git 2.36): they cannot be hidden so.
    'sparseCheckout = true',
    `excludesFile = ${quoted(settings.get('core.excludesfile') ?? path.join(env['XDG_CONFIG_HOME'] ?? path.join(homeOf(env), '.config'), 'git/ignore'), env)}`,
  ];
  for (const [key, name] of Object.entries(TAKEN)) if (settings.has(key)) lines.push(`${name} = ${isTrue(settings.get(key))}`);
  lines.push('[advice]', 'addEmbeddedRepo = false', '[gc]', 'auto = 0');
  if (format !== undefined) lines.push('[extensions]', `objectFormat = ${format === 'sha256' ? 'sha256' : 'sha1'}`);
  return `${lines.join('\n')}\n`;
}

function homeOf(env: Repository['env']): string {
  return env['HOME'] ?? homedir();
}

function quoted(file: string, env: Repository['env']): string {
  const absolute = file.startsWith('~/') ? path.join(homeOf(env), file.slice(2)) : file;
  return `"${absolute.replace(/[\n\0]/g, '').replace(/["\\]/g, '\\$&')}"`;
}

/** The temporary folder itself, where TMPDIR lies in the work tree. */
function within(root: string, folder: string): string[] {
  const inner = path.relative(root, realpathSync(folder));
  return inner.startsWith('..') || path.isAbsolute(inner) ? [] : [`${inner.replaceAll('\\', '/')}/`];
}

/** A path as a pattern of gitignore(5) that means this path only. */
function patternOf(file: string): string {
  return `/${file.replace(/[*?[\]\\! #]/g, '\\$&')}`;
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * The index is copied with its own time: git takes a file that is as young as the index for possibly changed, and a
 * younger copy would hide a change of the same length. A microsecond is taken off since JavaScript rounds times.
 * Gives what its entries may be.
 */
function copyIndex(repo: Repository, folder: string): IndexFlags {
  if (!existsSync(repo.index)) return flagsIn(Buffer.alloc(0), 20);
  const copy = path.join(folder, 'index');
  const index = readFileSync(repo.index);
  writeFileSync(copy, index);
  const at = (statSync(repo.index).mtimeMs - 0.001) / 1000;
  utimesSync(copy, at, at);
  // A split index (core.splitIndex) keeps most of itself beside it.
  for (const name of readdirSync(repo.gitDir)) if (name.startsWith('sharedindex.')) symlinkSync(path.join(repo.gitDir, name), path.join(folder, name));
  return flagsIn(index, repo.settings.get('extensions.objectformat') === 'sha256' ? 32 : 20);
}
