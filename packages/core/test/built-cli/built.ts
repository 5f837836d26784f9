import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const CORE = path.resolve(import.meta.dirname, '../..');
export const CLI = path.join(CORE, 'dist/cli.js');
if (!existsSync(CLI)) throw new Error('there is no packages/core/dist/cli.js: run `pnpm build` first');

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line as a script would: no terminal, no CI, nobody's git settings. */
export function verifier(args: readonly string[], { cwd = emptyFolder(), env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Ended {
  return ended(spawnSync(process.execPath, [CLI, ...args], { cwd, env: { ...plainEnv(), ...env }, encoding: 'utf8', input: '', maxBuffer: 64 * 1024 * 1024 }));
}

export function ended({ status, stdout, stderr, error }: SpawnSyncReturns<string>): Ended {
  if (error !== undefined) throw error;
  return { code: status, stdout, stderr };
}

export function plainEnv(): NodeJS.ProcessEnv {
  const foreign = /^(?:GIT_|GITHUB_|CI$|CI_|KAIZEN_|VERIFIER_|NODE_OPTIONS$|NODE_V8|VITEST|FORCE_COLOR$|npm_)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
}

/** A folder with these files, outside any repository, removed at the end. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'verifier-built-'));
  folders.push(folder);
  lay(folder, files);
  return folder;
}

export function emptyFolder(): string {
  return folderWith({});
}

export function lay(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

/** A repository whose branch `main` holds these files, on a branch `work`. */
export function repositoryWith(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Test');
  git(folder, 'config', 'user.email', 'test@example.org');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'base');
  git(folder, 'checkout', '--quiet', '-b', 'work');
  return folder;
}

export function git(folder: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: folder, env: plainEnv(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout;
}
