import { setTimeout as wait } from 'node:timers/promises';
import { GatherError } from '../../model/index.js';

/** What is read of one prompt. The rest is taken from the pipe and thrown away. */
const MOST_BYTES = 256 * 1024 * 1024;
/** How long a refused caller may be silent before it is not listened to any more, and how long it may go on, in milliseconds. */
const SILENCE_MS = 1000;
const DRAIN_MS = 30_000;

/** All of stdin as text (invalid bytes become U+FFFD), to its end. Errors: GatherError; rejects when `signal` is raised. */
export async function readPromptFrom(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stdin.on('error', () => undefined); // one that comes when nobody waits any more
  await ended(stdin, signal, (chunk) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  });
  if (bytes > MOST_BYTES) throw new GatherError(`the prompt holds ${bytes} bytes, and at most ${MOST_BYTES} are read`);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Takes from stdin what a caller still writes, so that it does not die of a broken pipe (kaizen-loop has no handler for
 * that), and stops listening when nothing comes any more: a caller may keep the pipe open for ever.
 */
export async function drain(stdin: NodeJS.ReadStream): Promise<void> {
  if (stdin.isTTY || stdin.destroyed || stdin.readableEnded) return;
  let last = performance.now();
  const until = last + DRAIN_MS;
  const done = new AbortController();
  const end = ended(stdin, done.signal, () => { last = performance.now(); }).catch(() => undefined);
  const silence = async () => {
    while (performance.now() < Math.min(last + SILENCE_MS, until)) await wait(20, undefined, { signal: done.signal });
  };
  await Promise.race([end, silence().catch(() => undefined)]);
  done.abort();
  stdin.destroy();
}

function ended(stdin: NodeJS.ReadStream, signal: AbortSignal, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => () => {
      stdin.off('data', onChunk).off('end', onEnd).off('close', onEnd).off('error', onError);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const onEnd = settle(resolve);
    const onAbort = settle(() => { reject(new GatherError('the prompt was not read to its end')); });
    const onError = (cause: Error) => { settle(() => { reject(new GatherError(`the prompt cannot be read from stdin: ${cause.message}`, { cause })); })(); };
    stdin.on('data', onChunk).on('end', onEnd).on('close', onEnd).on('error', onError);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else if (stdin.readableEnded || stdin.destroyed) onEnd();
  });
}
