import path from 'node:path';
import type { Environment } from '../git/index.js';

// A hook may have set these: they lead into the caller's repository.
const OF_GIT = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE|CEILING_DIRECTORIES)$/;
/** A shorter root would occur in paths that have nothing to do with it. */
const SHORTEST = 4;

/** The environment of the checks, as it is in another folder: what leads into `from` leads to the same place in `to`. */
export function movedEnvironment(env: Environment, from: string, to: string): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OF_GIT.test(name)).map(([name, value]) => [name, value === undefined ? value : movedText(value, from, to)]));
}

/** The same for any text: only whole paths count. */
export function movedText(text: string, from: string, to: string): string {
  if (from.length < SHORTEST || !text.includes(from)) return text;
  const parts = text.split(from);
  return parts.slice(1).reduce((made, part, at) => `${made}${isPath(parts[at] ?? '', part) ? to : from}${part}`, parts[0] ?? '');
}

const isPath = (before: string, after: string): boolean => !/[\w./\\-]$/.test(before.slice(-1)) && (after === '' || after.startsWith(path.sep) || !/^[\w.-]/.test(after));
