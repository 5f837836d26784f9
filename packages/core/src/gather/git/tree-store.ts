import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatherError } from '../../model/index.js';
import { type ChangedFile, streamDiff } from './diff.js';
import { callerEnvironment, type Environment } from './environment.js';
import { openRepository, type Repository } from './repository.js';
import { askGit, complaintOf } from './run-git.js';
import { type Snapshot, takeSnapshot } from './snapshot.js';

/** Trees of a folder's files, kept in a folder of ours: of a folder with a repository, and of one without. */
export interface TreeStore {
  /** Records the files as they are at this moment. The caller releases the tree. Errors: GatherError. */
  take(): Promise<TakenTree>;
}

export interface TakenTree {
  /** Equal for equal files, in any store. */
  readonly id: string;
  /** Every change shows in `id`: no repository inside, nothing that could not be read. */
  readonly isWhole: boolean;
  /** What is ignored and so no part of `id`, by size and time: files, folders and what stands directly in these. */
  readonly ignored: readonly string[];
  /** Blob ids by path. */
  files(): Promise<ReadonlyMap<string, string>>;
  /** Texts as they stood in a tree of this store; null where there is no such file. */
  textsIn(tree: string, names: readonly string[]): Promise<readonly (string | null)[]>;
  /** Streams what differs from an earlier tree of this store, as git's patch. */
  changesSince(tree: string, sink: (text: string) => void): Promise<readonly ChangedFile[]>;
  release(): void;
}

export interface TreeStoreOptions {
  readonly workspace: string;
  /** Where the trees are kept; made when it is missing, readable by its owner only. */
  readonly folder: string;
  readonly env: Environment;
  /** Patterns of gitignore(5) for what is none of it, beside the workspace's own. */
  readonly without?: readonly string[];
}

/** Ids by object format: a borrowed object must have one of the same kind. */
const NO_COMMIT = { sha1: '0'.repeat(40), sha256: '0'.repeat(64) } as const;
/** What speaks of the caller's index and remote, which are not looked at. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['extensions.partialclone', 'core.sparsecheckout']);
const LARGEST = 1024 * 1024;
/** What is ignored beyond this is not looked at. */
const MOST_IGNORED = 5000;

export function openTreeStore(options: TreeStoreOptions): TreeStore {
  return {
    async take() {
      const repo = await keptRepository(options);
      const snapshot = await takeSnapshot(repo, []);
      try {
        return takenTree(repo, snapshot, await treeOf(snapshot), await ignoredIn(snapshot), options.folder);
      } catch (error) {
        snapshot.shadow.dispose();
        throw error;
      }
    },
  };
}

function takenTree(repo: Repository, snapshot: Snapshot, id: string, ignored: readonly string[], folder: string): TakenTree {
  const { place, dispose } = snapshot.shadow;
  keep(place.env['GIT_DIR'] ?? '', folder);
  return {
    id,
    isWhole: snapshot.nested.length === 0 && snapshot.unread.length === 0,
    ignored,
    async files() {
      const answer = await askGit(['ls-tree', '-r', '-z', id], place);
      const records = answer.stdout.toString().split('\0').map((record) => /^\d+ blob ([0-9a-f]+)\t([^]*)$/.exec(record));
      return new Map(records.flatMap((record): [string, string][] => (record === null ? [] : [[record[2] ?? '', record[1] ?? '']])));
    },
    textsIn: (tree, names) => Promise.all(names.map(async (name) => {
      const answer = await askGit(['cat-file', 'blob', `${tree}:${name}`], place);
      return answer.code === 0 && answer.stdout.length <= LARGEST ? answer.stdout.toString() : null;
    })),
    changesSince: (tree, sink) => streamDiff(repo, { ref: 'the files as they were', commit: tree }, snapshot, [], sink),
    release: dispose,
  };
}

/** What the shadow needs to know, with a store of ours in the place of the caller's repository, whose objects are borrowed. */
async function keptRepository({ workspace, folder, env, without = [] }: TreeStoreOptions): Promise<Repository> {
  const root = realpathSync(workspace);
  const theirs = await openRepository(root, env).catch(() => null);
  mkdirSync(path.join(folder, 'objects'), { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const excludes = path.join(folder, 'exclude');
  const own = theirs !== null && existsSync(theirs.excludes) ? readFileSync(theirs.excludes, 'utf8') : '';
  writeFileSync(excludes, `${own}\n${without.join('\n')}\n`, { mode: 0o600 });
  // The first time the caller's index tells which files need no reading: their objects are there.
  const index = path.join(folder, 'index');
  const begun = existsSync(index) || theirs === null || theirs.prefix !== '' ? { gitDir: folder, index } : { gitDir: theirs.gitDir, index: theirs.index };
  return {
    workspace: root, root, prefix: '', ...begun, excludes, shallow: false, shortCommit: '',
    commit: NO_COMMIT[theirs?.settings.get('extensions.objectformat') === 'sha256' ? 'sha256' : 'sha1'],
    objects: [path.join(folder, 'objects'), ...(theirs === null ? [] : [theirs.objects])].join('\n'), // a line each, as git reads its alternates
    settings: new Map([...(theirs?.settings ?? [])].filter(([key]) => !NOT_TAKEN.has(key))),
    place: { cwd: root, env: callerEnvironment(env) }, env,
  };
}

async function treeOf({ shadow: { place } }: Snapshot): Promise<string> {
  const answer = await askGit(['write-tree'], place);
  const id = answer.stdout.toString().trim();
  if (answer.code !== 0 || !/^[0-9a-f]{40,64}$/.test(id)) throw new GatherError(`git cannot record the files of ${place.cwd}: ${complaintOf(answer.stderr)}`);
  return id;
}

async function ignoredIn({ shadow: { place } }: Snapshot): Promise<string[]> {
  const answer = await askGit(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'], place);
  const names = answer.stdout.toString().split('\0').filter((name) => name !== '').sort();
  return names.flatMap((name) => (name.endsWith('/') ? [name, ...entriesOf(path.join(place.cwd, name)).map((entry) => `${name}${entry}`)] : [name])).slice(0, MOST_IGNORED)
    .map((name) => `${name} ${stateOf(path.join(place.cwd, name))}`);
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // gone by now, or closed
  }
}

function stateOf(file: string): string {
  try {
    const { size, mtimeMs, ino } = lstatSync(file);
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    return 'gone';
  }
}

/** What the shadow recorded outlives it: its objects, and the index that spares reading unchanged files again. */
function keep(shadow: string, folder: string): void {
  cpSync(path.join(shadow, 'objects'), path.join(folder, 'objects'), { recursive: true, filter: (file) => !file.endsWith(`${path.sep}alternates`) });
  // A split index (core.splitIndex) keeps most of itself beside it.
  const names = readdirSync(shadow).filter((name) => name === 'index' || (name.startsWith('sharedindex.') && !existsSync(path.join(folder, name))));
  for (const name of names) cpSync(path.join(shadow, name), path.join(folder, name), { preserveTimestamps: true, dereference: true });
}
