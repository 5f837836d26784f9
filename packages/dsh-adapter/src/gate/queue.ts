import type { Queue } from './model.js';

/** Work of one key runs one after the other, in the order in which it came. Who is aborted while waiting leaves the line. */
export function openQueue(): Queue {
  const last = new Map<string, Promise<void>>();
  return {
    async run(key, signal, work) {
      const before = last.get(key);
      let done = (): void => undefined;
      const mine = new Promise<void>((resolve) => { done = resolve; });
      // Who comes next waits for all before me as well, also when I leave.
      const line = Promise.all([before, mine]).then(() => undefined);
      last.set(key, line);
      try {
        if (before !== undefined) await orAborted(before, signal);
        signal.throwIfAborted();
        return await work();
      } finally {
        done();
        void line.then(() => { if (last.get(key) === line) last.delete(key); });
      }
    },
  };
}

/** Asked anew after each wait. */
export const isOver = (signal: AbortSignal): boolean => signal.aborted;

/** Rejects with the signal's reason when that comes first. */
export function orAborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => { reject(signal.reason instanceof Error ? signal.reason : new Error('aborted')); };
    if (signal.aborted) { abort(); return; }
    signal.addEventListener('abort', abort, { once: true });
    void wait.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
