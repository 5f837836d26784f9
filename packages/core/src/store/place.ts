import { lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import { GatherError, UsageError } from '../model/index.js';

/** Where everything of verifier lies in a workspace. */
export const HOME = '.verifier';

/** Makes the folder `relative` to `root`, link by link checked: it lies inside the workspace, links resolved. Gives its real path. */
export function insideFolder(root: string, relative: string, option: string): string {
  return stepInto(root, relative, option, (at) => {
    makeFolder(at, option);
    return true;
  }) ?? root;
}

/** The same folder, as far as it is there: null when it is not. Makes nothing. */
export function existingFolder(root: string, relative: string, option: string): string | null {
  return stepInto(root, relative, option, (at) => thingAt(at) !== null);
}

function stepInto(root: string, relative: string, option: string, isThere: (at: string) => boolean): string | null {
  const real = realpathSync(root);
  let at = real;
  for (const part of partsOf(relative, option)) {
    at = path.join(at, part);
    if (!isThere(at)) return null;
    at = realOf(at);
    if (at !== real && !at.startsWith(real + path.sep)) throw new UsageError(`${option} ${JSON.stringify(relative)} leaves the workspace through a link: name a folder inside it`);
    if (isOfGit(path.relative(real, at).split(path.sep))) throw new UsageError(`${option} ${JSON.stringify(relative)} leads into git’s own folder through a link: name another folder`);
  }
  return at;
}

function realOf(at: string): string {
  try {
    return realpathSync(at);
  } catch (cause) {
    throw cannotWrite(at, cause);
  }
}

/** Makes `.verifier/…` one folder after the other: none of them may be a link, since a change could plant one. */
export function ownFolder(root: string, parts: readonly string[]): string {
  let at = realpathSync(root);
  for (const part of parts) {
    at = path.join(at, part);
    makeFolder(at, '--output-dir');
    if (!lstatSync(at).isDirectory()) throw new UsageError(`${at} is a link or a file: remove it, since verifier keeps its runs in a folder there`);
  }
  return at;
}

/** The option's folders, checked as words: relative, and nowhere up. */
export function partsOf(relative: string, option: string): string[] {
  const wrong = (why: string) => new UsageError(`${option} ${JSON.stringify(relative)} ${why}: name a folder inside the workspace, relative to it`);
  if (relative.trim() === '') throw wrong('is empty');
  if (/[\u0000-\u001f\u007f]/.test(relative)) throw wrong('holds a control character');
  if (path.isAbsolute(relative) || path.win32.isAbsolute(relative)) throw wrong('is an absolute path');
  const parts = path.normalize(relative).split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw wrong('leaves the workspace');
  if (parts.length === 0) throw wrong('is the workspace itself');
  if (isOfGit(parts)) throw wrong('lies in git’s own folder');
  return parts;
}

const isOfGit = (parts: readonly string[]): boolean => parts.some((part) => part.toLowerCase() === '.git');

function makeFolder(at: string, option: string): void {
  try {
    mkdirSync(at, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotWrite(at, error);
    if (lstatSync(at).isFile()) throw new UsageError(`${at} is a file where a folder is needed: remove it, or name another folder with ${option}`);
  }
}

/** What stands at a path, itself and not what it leads to; null where nothing does. */
export function thingAt(at: string): Stats | null {
  try {
    return lstatSync(at);
  } catch {
    return null;
  }
}

export function isSameThing(one: Stats | null, other: Stats): boolean {
  return one !== null && one.dev === other.dev && one.ino === other.ino;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it would be larger than a file may be here (ulimit -f)',
  ENOENT: 'a folder of it is missing, or a link leads nowhere',
  ELOOP: 'its links run in a circle',
  ENOTDIR: 'a file stands where a folder is needed',
  ENAMETOOLONG: 'its name is too long',
};

/** One sentence for any error of writing. */
export function cannotWrite(at: string, cause: unknown): GatherError {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new GatherError(`cannot write ${at}: ${REASONS[code] ?? message}`, { cause });
}
