import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a generator makes: a text for each path, relative to the repository, and the folders in which nothing else may stand. */
export interface Generated {
  readonly texts: ReadonlyMap<string, string>;
  readonly owns: readonly string[];
}

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Writes what differs, or with `--check` only names it and ends with 1. */
export async function settle(command: string, make: (root: string) => Promise<Generated>, flags: readonly string[]): Promise<void> {
  const unknown = flags.find((flag) => flag !== '--check');
  if (unknown !== undefined) {
    console.error(`${command}: unknown option ${unknown}, the only one is --check`);
    process.exitCode = 2;
    return;
  }
  const generated = await make(ROOT);
  const stale = staleFiles(ROOT, generated);
  if (flags.length > 0) report(command, stale);
  else write(ROOT, generated, stale);
}

/** The paths whose text on disk is not what would be generated, or that nobody generates any more. Sorted. */
export function staleFiles(root: string, { texts, owns }: Generated): string[] {
  const differs = [...texts].filter(([file, text]) => readText(path.join(root, file)) !== text).map(([file]) => file);
  const orphans = owns.flatMap((folder) => filesUnder(root, folder)).filter((file) => !texts.has(file));
  return [...differs, ...orphans].sort();
}

/** Every file below a folder, relative to the root, sorted; none when the folder does not exist. */
export function filesUnder(root: string, folder: string): string[] {
  const from = path.join(root, folder);
  if (!existsSync(from)) return [];
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** null when there is no such file. */
export function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

function report(command: string, stale: readonly string[]): void {
  for (const file of stale) console.error(`stale: ${file}`);
  if (stale.length === 0) console.log('everything generated is up to date');
  else console.error(`run \`${command}\` and commit the result`);
  process.exitCode = stale.length === 0 ? 0 : 1;
}

function write(root: string, { texts }: Generated, stale: readonly string[]): void {
  for (const file of stale) {
    const text = texts.get(file);
    const target = path.join(root, file);
    if (text === undefined) rmSync(target);
    else {
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    console.log(`${text === undefined ? 'removed' : 'wrote'} ${file}`);
  }
  if (stale.length === 0) console.log('nothing to do, everything generated is up to date');
}
