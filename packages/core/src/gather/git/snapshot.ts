import { accessSync, constants, lstatSync } from 'node:fs';
import path from 'node:path';
import { GatherError } from '../../model/index.js';
import { isTrue, type Repository } from './repository.js';
import { askGit, complaintOf } from './run-git.js';
import { BIG_FILE_BYTES, openShadow, type Shadow } from './shadow.js';

/** The working tree as it stood at one moment, in the index of a shadow: tracked and untracked, without what is ignored. */
export interface Snapshot {
  readonly shadow: Shadow;
  /** What differs and cannot be read. */
  readonly unread: readonly Unread[];
  /** Untracked folders that are repositories of their own: git looks into none of them. */
  readonly nested: readonly string[];
  /** Files of a merge that nobody resolved. */
  readonly unmerged: readonly string[];
}

export interface Unread {
  readonly path: string;
  readonly change: 'added' | 'modified';
  readonly why: string;
}

/** What git finds to be different from the shadow's index. */
export interface Candidate {
  readonly path: string;
  readonly tracked: boolean;
}

/** How many paths may be left out by name: git compares each of them with each file. */
const LEAVE_OUT = 1000;

/** Records the working tree. The caller disposes the shadow. */
export async function takeSnapshot(repo: Repository, ours: readonly string[]): Promise<Snapshot> {
  const shadow = openShadow(repo, ours);
  try {
    const unmerged = shadow.flags.unmerged ? await unmergedIn(shadow) : [];
    await unhide(repo, shadow);
    const { candidates, closed } = await candidatesOf(shadow);
    const unread = [...closed, ...candidates.flatMap((candidate) => unreadOf(repo.root, candidate))];
    const nested = candidates.filter(isNested).map(({ path: folder }) => folder.slice(0, -1));
    if (candidates.length + closed.length > unread.length) await record(shadow, candidates, unread);
    return { shadow, unread, nested, unmerged };
  } catch (error) {
    shadow.dispose();
    throw error;
  }
}

async function unmergedIn({ place }: Shadow): Promise<string[]> {
  const answer = await askGit(['ls-files', '-z', '--unmerged'], place);
  return [...new Set(answer.stdout.toString().split('\0').filter((record) => record !== '').map((record) => record.slice(record.indexOf('\t') + 1)))];
}

/**
 * Takes off the marks under which git takes a file for unchanged, or for one that need not be there. Only where the
 * checkout is sparse the second kind says what it is meant to say.
 */
async function unhide({ settings }: Repository, { place, flags }: Shadow): Promise<void> {
  const isSkipped = flags.skipped && !isTrue(settings.get('core.sparsecheckout'));
  if (!flags.assumed && !isSkipped) return;
  // `S path` for skip-worktree; a small letter for assume-unchanged, whatever else it is.
  const answer = await askGit(['ls-files', '-z', '-v'], place);
  const marked = answer.stdout.toString().split('\0').filter((record) => /^(?:[a-z]|S) /.test(record));
  for (const [option, isWanted] of [['--no-assume-unchanged', /^[a-z]/], ['--no-skip-worktree', isSkipped ? /^[Ss]/ : /^$/]] as const) {
    const files = marked.filter((record) => isWanted.test(record)).map((record) => `${record.slice(2)}\0`);
    if (files.length > 0) await askGit(['update-index', option, '-z', '--stdin'], place, files.join(''));
  }
}

export async function candidatesOf({ place }: Shadow): Promise<{ candidates: Candidate[]; closed: Unread[] }> {
  const answer = await askGit(['ls-files', '-z', '-t', '--modified', '--others', '--exclude-standard'], place);
  if (answer.code !== 0) throw new GatherError(`git cannot list the files of ${place.cwd}: ${complaintOf(answer.stderr)}`);
  const seen = new Map<string, Candidate>();
  for (const record of answer.stdout.toString().split('\0')) if (record !== '') seen.set(record.slice(2), { path: record.slice(2), tracked: !record.startsWith('?') });
  // git goes on without a folder that it may not open, and only complains (2.39).
  const closed = [...answer.stderr.matchAll(/^warning: could not open directory '(.+?)\/?': /gm)].map(([, folder = '']) => ({ path: folder, change: 'added', why: 'it is a folder that may not be opened' }) as const);
  return { candidates: [...seen.values()], closed };
}

/** Of what git lists only a repository is a folder. */
function isNested({ path: file, tracked }: Candidate): boolean {
  return !tracked && file.endsWith('/');
}

export function unreadOf(root: string, { path: file, tracked }: Candidate): Unread[] {
  const why = obstacle(path.join(root, file));
  return why === null ? [] : [{ path: file, change: tracked ? 'modified' : 'added', why }];
}

/** Why the file cannot be read; null when it can, is a link or a folder (a repository in the repository), or is gone. */
function obstacle(file: string): string | null {
  try {
    const stat = lstatSync(file);
    if (stat.isSymbolicLink() || stat.isDirectory()) return null;
    if (!stat.isFile()) return 'it is no regular file';
    if (stat.size >= BIG_FILE_BYTES) return `it holds ${stat.size} bytes, and more than ${BIG_FILE_BYTES} are not read`;
    accessSync(file, constants.R_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' ? 'it may not be read' : null;
  }
}

/** Beyond this many files one walk over the whole tree costs less than an object file for each of them. */
const BY_NAME = 64;

/** Puts the tree as it is into the shadow's index, without what cannot be read. */
export async function record({ place }: Shadow, candidates: readonly Candidate[], unread: readonly Unread[]): Promise<void> {
  const left = new Set(unread.map((file) => file.path));
  const wanted = candidates.filter((candidate) => !left.has(candidate.path));
  if (wanted.length <= BY_NAME && !wanted.some((candidate) => isNested(candidate) || isGarbled(candidate))) {
    // The tree was walked already: the files that differ are known by name, which spares a second walk (10,000 files: 50 ms).
    const answer = await askGit(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], place, wanted.map((file) => `${file.path}\0`).join(''));
    if (answer.code === 0) return; // else: something came or went meanwhile
  }
  await recordAll(place, unread);
}

/** A name that is no UTF-8 was not read as it is. */
const isGarbled = (candidate: Candidate): boolean => candidate.path.includes('\uFFFD');

async function recordAll(place: Shadow['place'], unread: readonly Unread[]): Promise<void> {
  if (unread.length > LEAVE_OUT) throw new GatherError(`${unread.length} changed files cannot be read (${unread[0]?.path ?? ''}: ${unread[0]?.why ?? ''}): make them readable, or ignore them`);
  const leftOut = unread.map((file) => `:(exclude,top,literal)${file.path}`);
  // All contents go into one pack instead of a file each: a threshold of one byte makes git stream them.
  const answer = await askGit(['-c', 'core.bigFileThreshold=1', 'add', '--all', '--ignore-errors', '--', '.', ...leftOut], place);
  if (answer.code !== 0 && !/^(?:error|warning|hint): /m.test(answer.stderr)) {
    throw new GatherError(`git cannot record the files of ${place.cwd}: ${complaintOf(answer.stderr)}`);
  }
}
