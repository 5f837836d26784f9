import { setTimeout as sleep } from 'node:timers/promises';
import { StageError } from '../errors.js';

/** Tries of one request, the first included. Only an answer that says "busy" is tried again: any other may have cost something. */
const TRIES = 3;
/** A stage does not wait longer than this for one answer that says when to come back. */
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1000;
/** Too many requests, service unavailable, overloaded (Anthropic's 529). */
const BUSY: ReadonlySet<number> = new Set([429, 503, 529]);

/** The provider is busy, and said for how long or not. */
export class BusyError extends Error {
  constructor(readonly status: number, readonly waitMs: number | null) {
    super(`busy: ${status}`);
  }
}

export const isBusy = (status: number): boolean => BUSY.has(status);

/** What `call` gives, asked again a bounded number of times while the provider is busy. Errors: StageError. */
export async function withPatience<T>(provider: string, call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      await wait(provider, error, tried, signal);
    }
  }
}

/** Retry-After in seconds or as a date, or retry-after-ms; null where none of them is a time. */
export function waitOf(header: (name: string) => string | null): number | null {
  const ms = Number.parseFloat(header('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const text = header('retry-after') ?? '';
  const seconds = Number.parseFloat(text);
  const until = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isNaN(until) ? null : Math.max(0, until);
}

async function wait(provider: string, { status, waitMs }: BusyError, tried: number, signal: AbortSignal | undefined): Promise<void> {
  if (tried >= TRIES) throw new StageError(`${provider} was busy (HTTP ${status}) ${TRIES} times in a row`);
  const ms = waitMs ?? FIRST_WAIT_MS * 2 ** (tried - 1);
  if (ms > LONGEST_WAIT_MS) throw new StageError(`${provider} is busy (HTTP ${status}) and asks to wait ${Math.ceil(ms / 1000)} s, longer than the ${LONGEST_WAIT_MS / 1000} s that a stage waits`);
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (cause) {
    throw new StageError(`waiting for ${provider} was interrupted`, 'user-excluded', { cause });
  }
}
