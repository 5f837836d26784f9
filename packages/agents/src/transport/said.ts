import { oneLine, redact } from '@verifier/core';
import { StageError } from '../errors.js';

const LONGEST = 200;

/** What a provider said of an error, as it may be shown: one line, without the key, without anything that looks like one. */
export function said(text: string, key: string): string {
  const line = oneLine(redact(key === '' ? text : text.replaceAll(key, '[REDACTED]')));
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}

/** One sentence for a request that got an answer which is none. */
export function refusedRequest(provider: string, status: number, text: string, key: string): StageError {
  const why = said(text, key);
  return new StageError(`${provider} answered HTTP ${status}${why === '' ? '' : `: ${why}`}`);
}

/** One sentence for a request that got no answer. The cause is not kept: it may hold the request's headers. */
export function lostRequest(provider: string, error: unknown, key: string, signal: AbortSignal | undefined): StageError {
  if (signal?.aborted === true) return new StageError(`the request to ${provider} was interrupted`, 'user-excluded');
  return new StageError(`${provider} did not answer: ${said(reasonOf(error), key) || 'the connection failed'}`);
}

/** The innermost message: `fetch failed` alone says nothing. */
function reasonOf(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < 5 && at instanceof Error && at.cause instanceof Error; depth += 1) at = at.cause;
  return at instanceof Error ? at.message : String(at);
}
