import { type ChildProcess, spawn } from 'node:child_process';
import { GatherError } from '../../model/index.js';

export interface GitPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface GitAnswer {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** What is kept of git's complaints. */
const STDERR_LIMIT = 16 * 1024;

const running = new Set<ChildProcess>();

/** For verifier's own end, at once: git must not go on writing into a folder that is taken away. */
export function killGit(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Runs git and hands its output on as it comes. A plain process: a library that wraps git costs 80 ms at import
 * (simple-git 4.0.2, Node 20), and the diff has to be streamed through one anyway.
 */
export function streamGit(args: readonly string[], place: GitPlace, onChunk: (chunk: Buffer) => void, input?: string): Promise<Omit<GitAnswer, 'stdout'>> {
  return new Promise((resolve, reject) => {
    // In a group of its own: a key that is pressed at the terminal reaches verifier, which ends in order.
    const child = spawn('git', args, { cwd: place.cwd, env: place.env, detached: process.platform !== 'win32', stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], windowsHide: true });
    running.add(child);
    const { stdout, stderr: complaints } = child;
    if (stdout === null || complaints === null) throw new Error('a pipe that was asked for is missing');
    let stderr = '';
    stdout.on('data', onChunk);
    complaints.setEncoding('utf8').on('data', (text: string) => { if (stderr.length < STDERR_LIMIT) stderr += text; });
    child.on('error', (cause: NodeJS.ErrnoException) => { running.delete(child); reject(cannotRun(cause)); });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 128, stderr: signal === null ? stderr : `${stderr}fatal: git was ended by ${signal}\n` });
    });
    child.stdin?.on('error', () => undefined); // git may end before it read everything: its exit says why
    child.stdin?.end(input);
  });
}

/** Runs git and gives all of its output: for short answers. */
export async function askGit(args: readonly string[], place: GitPlace, input?: string): Promise<GitAnswer> {
  const chunks: Buffer[] = [];
  const answer = await streamGit(args, place, (chunk) => { chunks.push(chunk); }, input);
  return { ...answer, stdout: Buffer.concat(chunks) };
}

/** The first complaint, without its level: `fatal: not a git repository` → `not a git repository`. */
export function complaintOf(stderr: string): string {
  const line = stderr.split('\n').find((text) => /^(?:fatal|error): /.test(text)) ?? stderr.split('\n')[0] ?? '';
  return line.replace(/^(?:fatal|error): /, '').trim() || 'git gave no reason';
}

function cannotRun(cause: NodeJS.ErrnoException): GatherError {
  if (cause.code === 'ENOENT') return new GatherError('git was not found on PATH: install it, since a change in a workspace is read through git', { cause });
  return new GatherError(`git cannot be started: ${cause.message}`, { cause });
}
