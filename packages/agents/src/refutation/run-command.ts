import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const LARGEST_BYTES = 64 * 1024;
/** Between a friendly and an unfriendly end. */
const GRACE_MS = 500;
/** What a command inherits. No key of a provider, no token of a registry. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'PATHEXT'] as const;

export interface CommandOutcome {
  /** Null when it was ended by a signal, by the limit of time or by the caller. */
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly output: string;
  /** Bytes that are not in `output`. */
  readonly dropped: number;
}

export interface CommandLimits {
  readonly env: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** For tests. Default 30 s. */
  readonly timeoutMs?: number | undefined;
}

/** Runs one shell command in a group of its own, bounded in time and output, and ends the whole group. Never throws for what the command does. */
export async function runCommand(command: string, cwd: string, { env, signal, timeoutMs = TIMEOUT_MS }: CommandLimits): Promise<CommandOutcome> {
  if (signal?.aborted === true) return { code: null, timedOut: false, output: '', dropped: 0 };
  const child = spawn(command, { cwd, shell: true, detached: process.platform !== 'win32', stdio: ['ignore', 'pipe', 'pipe'], env: minimal(env) });
  const kept = keeper();
  child.stdout.on('data', kept.add);
  child.stderr.on('data', kept.add);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const over = new AbortController();
  const first = await Promise.race([exited.then((code) => ({ code })), sleep(timeoutMs, 'late' as const, { signal: over.signal }).catch(() => 'late' as const), aborted(signal, over.signal)]);
  over.abort();
  if (typeof first === 'string') {
    endGroup(child.pid, 'SIGTERM');
    await Promise.race([exited, sleep(GRACE_MS)]);
  }
  // Also after a good end: what it left behind in its group goes with it.
  endGroup(child.pid, 'SIGKILL');
  await Promise.race([closed, sleep(GRACE_MS)]);
  child.stdout.destroy();
  child.stderr.destroy();
  return { code: typeof first === 'string' ? null : first.code, timedOut: first === 'late', ...kept.result() };
}

function aborted(signal: AbortSignal | undefined, over: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve('aborted'), { once: true, signal: over });
  });
}

function endGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // Nothing of it is left.
  }
}

function minimal(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(INHERITED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))), CI: '1', NO_COLOR: '1' };
}

/** Keeps the first bytes and counts the rest. */
function keeper(): { add(chunk: Buffer): void; result(): { output: string; dropped: number } } {
  const chunks: Buffer[] = [];
  let size = 0;
  let dropped = 0;
  return {
    add: (chunk) => {
      const room = chunk.subarray(0, LARGEST_BYTES - size);
      if (room.length > 0) chunks.push(room);
      size += room.length;
      dropped += chunk.length - room.length;
    },
    // `write` without `end`: half a character at the cut is left out.
    result: () => ({ output: new StringDecoder('utf8').write(Buffer.concat(chunks)), dropped }),
  };
}
