import { runCommand, stopWatchdog } from '@verifier/core';

const TIMEOUT_MS = 30_000;
const LARGEST_BYTES = 64 * 1024;
/** What a command inherits. No key of a provider, no token of a registry. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'PATHEXT'] as const;

export interface CommandOutcome {
  /** Null when it was ended, by a signal, by the limit of time or by the caller: what it says then is no answer. */
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

/** Runs one shell command as core runs the checks: bounded in time, and nothing that it started is alive afterwards. Never throws for what it does. */
export async function runReproduction(command: string, cwd: string, { env, signal, timeoutMs = TIMEOUT_MS }: CommandLimits): Promise<CommandOutcome> {
  const isAborted = () => signal?.aborted === true;
  if (isAborted()) return { code: null, timedOut: false, output: '', dropped: 0 };
  const kept = keeper();
  try {
    const { exit } = await runCommand(command, { cwd, env: minimal(env), timeoutMs, ...(signal === undefined ? {} : { signal }) }, { write: kept.add });
    const wasEnded = exit.timedOut || isAborted();
    return { code: wasEnded ? null : exit.code, timedOut: exit.timedOut, ...kept.result() };
  } finally {
    await stopWatchdog();
  }
}

function minimal(env: NodeJS.ProcessEnv): Record<string, string> {
  const taken = INHERITED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(taken), CI: '1', NO_COLOR: '1' };
}

/** Keeps the first bytes, whole characters, and counts the rest. */
function keeper(): { add(text: string): void; result(): { output: string; dropped: number } } {
  const parts: string[] = [];
  let room = LARGEST_BYTES;
  let dropped = 0;
  return {
    add: (text) => {
      const { read, written } = new TextEncoder().encodeInto(text, new Uint8Array(room));
      if (read > 0) parts.push(text.slice(0, read));
      // What comes after a cut is not put behind it.
      room = read < text.length ? 0 : room - written;
      dropped += Buffer.byteLength(text.slice(read));
    },
    result: () => ({ output: parts.join(''), dropped }),
  };
}
