import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { type Base, type ChangedFile, type Environment, type Nested, namedBase, nestedIn, openRepository, type PatchLimits, streamDiff, takeSnapshot } from '../../src/gather/git/index.js';

type Files = Readonly<Record<string, string | Buffer>>;

const NOBODY = 65534;
const made: string[] = [];
afterAll(() => {
  for (const at of made) rmSync(at, { recursive: true, force: true });
}, 120_000);

/** A new folder, its real path; taken away after the tests of the file. */
export function folder(): string {
  const at = realpathSync(mkdtempSync(path.join(tmpdir(), 'verifier-test-')));
  made.push(at);
  return at;
}

export function put(root: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
}

/** Runs git as a user would, with nobody's settings. */
export function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ALLOW_PROTOCOL: 'file' };
  return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always', ...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A repository on branch `main` whose first commit holds `base`; `change` is put into the working tree after it. */
export function repository(base: Files, change: Files = {}): string {
  const root = folder();
  git(root, 'init', '-q', '-b', 'main');
  commit(root, base);
  put(root, change);
  return root;
}

export function commit(root: string, files: Files, message = 'c'): string {
  put(root, files);
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', message);
  return git(root, 'rev-parse', 'HEAD').trim();
}

export interface Seen {
  readonly base: Base;
  readonly files: readonly ChangedFile[];
  readonly patch: string;
  readonly names: readonly string[];
  readonly nested: readonly Nested[];
  readonly unmerged: readonly string[];
}

/** The change as the workspace mode reads it. */
export async function changeIn(root: string, { base = 'HEAD', env = process.env, limits }: { base?: string; env?: Environment; limits?: PatchLimits } = {}): Promise<Seen> {
  const repo = await openRepository(root, env);
  const snapshot = await takeSnapshot(repo, ['.verifier/']);
  try {
    const from = await namedBase(repo, { ref: base, from: '--base' });
    const pieces: string[] = [];
    const files = await streamDiff(repo, from, snapshot, [], (text) => { pieces.push(text); }, limits);
    return { base: from, files, patch: pieces.join(''), names: files.map(({ path: name }) => name), nested: await nestedIn(repo, snapshot, files), unmerged: snapshot.unmerged };
  } finally {
    snapshot.shadow.dispose();
  }
}

/** Runs it as a user whom modes of files hold back: root gives everything in `root` to nobody and becomes nobody for that time. */
export async function asPlainUser<T>(root: string, run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0 || process.seteuid === undefined) return run();
  execFileSync('chown', ['-R', `${NOBODY}`, root]);
  process.seteuid(NOBODY);
  try {
    return await run();
  } finally {
    process.seteuid(0);
  }
}
