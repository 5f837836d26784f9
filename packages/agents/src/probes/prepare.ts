import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError, type RegisteredCommand, startProcess } from '@verifier/probe-sdk';

const LONGEST_MS = 300_000;
const SHOWN = 2000;

/** How a side could not be made ready. */
export interface Unready {
  readonly command: string;
  /** `ended with 1`. */
  readonly how: string;
  /** The last of what it printed. */
  readonly said: string;
}

/** Runs the commands one after the other; null when all ended with 0. Errors: LaunchError when the time is over. */
export async function prepare(commands: readonly RegisteredCommand[], root: string, signal: AbortSignal): Promise<Unready | null> {
  for (const command of commands) {
    const name = [command.executable, ...(command.args ?? [])].join(' ');
    if (signal.aborted) throw new LaunchError(`${name} was not run: the time is over`, { retryable: false });
    const over = new AbortController();
    const child = startProcess(command, { cwd: root });
    try {
      const end = await Promise.race([child.exited, sleep(LONGEST_MS, null, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => null)]);
      if (end === null) throw new LaunchError(`${name} did not end in time`, { retryable: false });
      if (end.code !== 0) return { command: name, how: end.failure ?? `ended with ${end.code ?? end.signal ?? ''}`, said: `${child.stdout()}${child.stderr()}`.slice(-SHOWN) };
    } finally {
      over.abort();
      await child.stop();
    }
  }
  return null;
}
