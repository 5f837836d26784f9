import { copyFileSync, cpSync, type Dirent, existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { askGit, type Repository, type Shadow } from '../git/index.js';
import type { TrialTree } from './tree.js';

/** Folders in which package managers put what a project depends on. */
const INSTALLED: ReadonlySet<string> = new Set(['node_modules', 'vendor', '.venv', 'venv', 'deps', '.bundle', 'bower_components', 'jspm_packages']);
/** Of Yarn's own folder a part is committed. */
const OF_YARN = /(?:^|\/)\.yarn\/(?:cache|unplugged)$/;
/** Files that git ignores as a rule and that checks read. */
const SETTINGS: ReadonlySet<string> = new Set(['.env', '.env.local', '.env.test', '.env.test.local', '.npmrc', '.pnp.cjs', '.pnp.loader.mjs', '.tool-versions', '.nvmrc', 'local.properties']);
/** What tools write in there. */
const CACHES: ReadonlySet<string> = new Set(['.cache', '.vite', '.vitest', '.vite-temp', '.tmp', '.package-lock.json.tmp']);
/** Composer's own code finds the project from where it lies itself: it has to lie in the trial. */
const COPIED: ReadonlySet<string> = new Set(['composer', 'autoload.php']);
const LARGEST = 4 * 1024 * 1024;

/** Folders with dependencies and files with settings that no side of the change holds, from the root. */
export interface Dependencies {
  readonly folders: readonly string[];
  readonly settings: readonly string[];
}

/** What git ignores, and what lies beside it where nobody told git to ignore it. */
export async function dependenciesIn(repo: Repository, shadow: Shadow): Promise<Dependencies> {
  const answer = await askGit(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'], shadow.place);
  const ignored = answer.stdout.toString().split('\0').filter((name) => name !== '');
  const nameOf = (file: string) => path.posix.basename(file);
  const plain = [...new Set(['', repo.prefix])].flatMap((prefix) => [...INSTALLED].map((name) => `${prefix}${name}`));
  const installed = ignored.map((name) => name.replace(/\/$/, '')).filter((name) => INSTALLED.has(nameOf(name)) || OF_YARN.test(name));
  return {
    // Of a folder that is a link git says no more than of a file.
    folders: [...new Set([...installed, ...plain])].filter((name) => statSync(path.join(repo.root, name), { throwIfNoEntry: false })?.isDirectory() === true),
    settings: ignored.filter((name) => !name.endsWith('/') && SETTINGS.has(nameOf(name))),
  };
}

/**
 * Makes them reachable in a trial. A folder of packages becomes a folder of links to them, so that caches and installations land
 * in the trial; a link to a package of the workspace leads to the trial's own.
 */
export function bringDependencies(repo: Repository, tree: TrialTree, { folders, settings }: Dependencies): void {
  for (const name of folders) {
    const [from, to] = [path.join(repo.root, name), path.join(tree.root, name)];
    if (existsSync(to) || !isWithin(tree.root, path.dirname(to))) continue;
    const roots = { from: repo.root, to: tree.root };
    if (isFolder(from)) mirror(from, to, roots);
    else symlinkSync(movedLink(readlinkSync(from), roots), to);
  }
  for (const name of settings) {
    const [from, to] = [path.join(repo.root, name), path.join(tree.root, name)];
    const stat = lstatSync(from, { throwIfNoEntry: false });
    if (stat?.isFile() === true && stat.size <= LARGEST && !existsSync(to) && isWithin(tree.root, path.dirname(to))) copyFileSync(from, to);
  }
}

interface Roots {
  readonly from: string;
  readonly to: string;
}

function mirror(from: string, to: string, roots: Roots): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (CACHES.has(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(movedLink(readlinkSync(source), roots), target);
    else if (COPIED.has(entry.name) && path.basename(from) === 'vendor') cpSync(source, target, { recursive: true });
    else if (isOpened(entry)) mirror(source, target, roots);
    else symlinkSync(source, target, entry.isDirectory() ? 'dir' : 'file');
  }
}

/** Scopes hold packages, `.bin` holds links to them. */
const isOpened = (entry: Dirent): boolean => entry.isDirectory() && (entry.name.startsWith('@') || entry.name === '.bin');

/** A relative link leads to the trial by itself. */
function movedLink(target: string, { from, to }: Roots): string {
  return target === from || target.startsWith(from + path.sep) ? to + target.slice(from.length) : target;
}

/** A tree may hold a link in the place of a folder: nothing is written through it. */
const isWithin = (root: string, at: string): boolean => isFolder(at) && (realpathSync(at) === root || realpathSync(at).startsWith(root + path.sep));

const isFolder = (at: string): boolean => lstatSync(at, { throwIfNoEntry: false })?.isDirectory() === true;
