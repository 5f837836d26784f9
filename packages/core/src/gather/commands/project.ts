import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** What command inference may look at: the names in the workspace's root, and the few files whose text decides. */
export interface Project {
  /** Names in the root; folders end with a slash. */
  readonly names: ReadonlySet<string>;
  /** The text of a file in the root; null when there is none. */
  text(name: string): string | null;
}

const LARGEST = 1024 * 1024;

/** Reads a workspace for `inferCommands`. */
export function projectIn(workspace: string): Project {
  const names = new Set(readdirSync(workspace, { withFileTypes: true }).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)));
  return { names, text: (name) => (names.has(name) ? textOf(path.join(workspace, name)) : null) };
}

/** The same from data: for tests, and for a commit. */
export function projectOf(files: Readonly<Record<string, string>>): Project {
  return { names: new Set(Object.keys(files)), text: (name) => files[name] ?? null };
}

function textOf(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= LARGEST ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '') : null;
  } catch {
    return null;
  }
}
