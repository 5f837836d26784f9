import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RegisteredCommand } from './types.js';

const LARGEST_BYTES = 256 * 1024;
const LARGEST_STDIN = 1024 * 1024;
/** Between a friendly and an unfriendly end. */
const GRACE_MS = 500;
const POLL_MS = 10;
/** What a target inherits. No key, no token. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'PATHEXT'] as const;
const WINDOWS = process.platform === 'win32';

export interface ProcessEnd {
  /** Null when a signal ended it, or when it could not be started. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not be started; null when it was. */
  readonly failure: string | null;
}

export interface StartedProcess {
  readonly exited: Promise<ProcessEnd>;
  /** Null while it runs. */
  ended(): ProcessEnd | null;
  /** The first 256 KiB. */
  stdout(): string;
  stderr(): string;
  /** Ends its whole group: SIGTERM, a short grace, SIGKILL. A second call waits for the same end. */
  stop(): Promise<void>;
}

/** Groups that run now: they go with this process. */
const running = new Set<number>();
let watching = false;

/** Starts a registered command in a process group of its own: no shell, a minimal environment, bounded input and output. */
export function startProcess({ executable, args = [], env = {} }: RegisteredCommand, { cwd, stdin = '' }: { readonly cwd: string; readonly stdin?: string }): StartedProcess {
  if (Buffer.byteLength(stdin) > LARGEST_STDIN) throw new RangeError(`stdin is longer than ${LARGEST_STDIN} bytes`);
  const child = spawn(executable, args, { cwd, env: { ...inherited(), ...env }, shell: false, detached: !WINDOWS, stdio: 'pipe', windowsHide: true });
  const group = child.pid;
  if (group !== undefined) watch(group);
  const out = keeper();
  const error = keeper();
  child.stdout.on('data', out.add);
  child.stderr.on('data', error.add);
  // A program may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  let end: ProcessEnd | null = null;
  const exited = endOf(child).then((value) => (end = value));
  let stopping: Promise<void> | null = null;
  return { exited, ended: () => end, stdout: out.text, stderr: error.text, stop: () => (stopping ??= stopped(child, group)) };
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, signal: null, failure: message }));
    // Its pipes may be held open by what it left behind: they get a short while to give what is in them.
    child.once('exit', (code, signal) => {
      const done = (): void => resolve({ code, signal, failure: null });
      const late = setTimeout(done, GRACE_MS);
      child.once('close', () => {
        clearTimeout(late);
        done();
      });
    });
  });
}

async function stopped(child: ChildProcessWithoutNullStreams, group: number | undefined): Promise<void> {
  if (group !== undefined) {
    signalled(group, 'SIGTERM');
    for (let waited = 0; waited < GRACE_MS && signalled(group, 0); waited += POLL_MS) await sleep(POLL_MS);
    signalled(group, 'SIGKILL');
    // Until the last of it is gone: a port or a file may be held until then.
    for (let waited = 0; waited < GRACE_MS && signalled(group, 0); waited += POLL_MS) await sleep(POLL_MS);
    running.delete(group);
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
}

/** Whether there was somebody to hear it. */
function signalled(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(WINDOWS ? group : -group, signal);
  } catch {
    return false;
  }
}

function watch(group: number): void {
  running.add(group);
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const one of running) signalled(one, 'SIGKILL');
  });
}

const inherited = (): Record<string, string> => Object.fromEntries([...INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])), ['CI', '1'], ['NO_COLOR', '1']]) as Record<string, string>;

function keeper(): { add(chunk: Buffer): void; text(): string } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      const room = chunk.subarray(0, LARGEST_BYTES - size);
      if (room.length > 0) chunks.push(room);
      size += room.length;
    },
    // `write` without `end`: half a character at the cut is left out.
    text: () => new StringDecoder('utf8').write(Buffer.concat(chunks)),
  };
}
