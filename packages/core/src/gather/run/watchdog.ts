import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { HELD_FD, MARK } from './descendants.js';
import { NODE_WATCHDOG, SHELL_WATCHDOG } from './watchdog-scripts.js';

/**
 * A process that outlives verifier, also one that was killed: it holds a pipe to it, and when that is closed it ends the
 * commands that still run. It is told of each of them before it starts.
 */
export interface Watchdog {
  /** A command is about to start that carries this mark. */
  begins(mark: string): void;
  /** Its process group. */
  leads(mark: string, leader: number): void;
  /** Nothing of it is alive. */
  ended(mark: string): void;
  /** Takes this folder away if verifier cannot: a temporary one, `verifier-git-…`. */
  cleans(folder: string): void;
}

type Child = ChildProcessByStdio<Writable, null, null>;

let current: Child | null = null;

/** The one watchdog of this process, started when it is first asked for. */
export function watchdog(): Watchdog {
  current ??= startWatchdog();
  const tell = (...words: readonly (string | number)[]) => {
    if (current?.stdin.writable === true && !words.some((word) => String(word).includes('\n'))) current.stdin.write(`${words.join(' ')}\n`);
  };
  return {
    begins: (mark) => { tell('begins', mark); },
    leads: (mark, leader) => { tell('leads', mark, leader); },
    ended: (mark) => { tell('ended', mark); },
    cleans: (folder) => { tell('cleans', folder); },
  };
}

/** Sends it home, at the end of all commands. It is gone when this is. */
export async function stopWatchdog(): Promise<void> {
  const child = current;
  current = null;
  if (child === null || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise<void>((resolve) => { child.on('exit', () => { resolve(); }).on('error', () => { resolve(); }); });
  child.ref();
  child.stdin.end('over\n');
  await over;
}

function startWatchdog(): Child | null {
  const [file, args] = watchdogCall(process.platform);
  try {
    // A session of its own: neither a key at the terminal nor a signal to verifier's group reaches it. An outer verifier does.
    const child = spawn(file, args, { detached: true, windowsHide: true, stdio: ['pipe', 'ignore', 'ignore'], cwd: '/', env: { PATH: process.env['PATH'], [MARK]: process.env[MARK] } });
    child.on('error', () => undefined); // without it, commands end with verifier as far as it can end them itself
    child.stdin.on('error', () => undefined);
    child.unref();
    if ('unref' in child.stdin && typeof child.stdin.unref === 'function') (child.stdin.unref as () => void)();
    return child;
  } catch {
    return null;
  }
}

/** A shell is there at once and costs a few milliseconds, node forty; Windows has no shell of this kind. */
export function watchdogCall(platform: NodeJS.Platform): readonly [file: string, args: readonly string[]] {
  return platform === 'win32' ? [process.execPath, ['-e', NODE_WATCHDOG]] : ['/bin/sh', ['-c', SHELL_WATCHDOG, 'verifier-watchdog', String(HELD_FD)]];
}
