import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What command inference may look at: the names in the workspace's root, folders below it, and the few files whose text decides. */
export interface Project {
  /** Names in the root; folders end with a slash. */
  readonly names: ReadonlySet<string>;
  /** The text of a file, from the root; null when there is none. */
  text(name: string): string | null;
  /** Names of the folders in a folder, from the root. */
  folders(at: string): readonly string[];
}

const LARGEST = 1024 * 1024;

/** Reads a workspace for `inferCommands`. */
export function projectIn(workspace: string): Project {
  const names = new Set(readdirSync(workspace, { withFileTypes: true }).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)));
  return {
    names,
    text: (name) => (name.includes('/') || names.has(name) ? textOf(path.join(workspace, name)) : null),
    folders: (at) => foldersIn(path.join(workspace, at)),
  };
}

/** The same from data: for tests, and for a commit. */
export function projectOf(files: Readonly<Record<string, string>>): Project {
  const all = Object.keys(files);
  const inside = (at: string) => all.filter((name) => at === '' || name.startsWith(`${at}/`)).map((name) => name.slice(at === '' ? 0 : at.length + 1));
  return {
    names: new Set([...all.filter((name) => !name.slice(0, -1).includes('/')), ...all.filter((name) => name.includes('/')).map((name) => `${name.split('/')[0] ?? ''}/`)]),
    text: (name) => files[name] ?? null,
    folders: (at) => [...new Set(inside(at).filter((name) => name.includes('/')).map((name) => name.split('/')[0] ?? ''))],
  };
}

/** Links are not followed: a workspace may lead anywhere by them. */
function foldersIn(at: string): string[] {
  try {
    return readdirSync(at, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function textOf(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= LARGEST ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : null;
  } catch {
    return null;
  }
}
