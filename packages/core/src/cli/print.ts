import { fstatSync, statSync, writeSync } from 'node:fs';
import { GatherError, type Judgement } from '../model/index.js';
import { renderReport } from '../report/index.js';
import { redact, redactValue } from '../text/redact/index.js';
import type { CheckOptions } from './options.js';

/** Prints the judgement on stdout, and nothing else: as asked, else text on a terminal and JSON in a pipe. `secret` is an environment whose values must not be seen. */
export async function print(judgement: Judgement, { format, pretty }: Pick<CheckOptions, 'format' | 'pretty'>, secret: typeof process.env = process.env): Promise<void> {
  const isTerminal = await isTerminalOut();
  const env = process.env;
  const color = isTerminal && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const text = renderReport(format ?? (isTerminal ? 'text' : 'json'), redactValue(judgement, { env: secret }), { pretty, color });
  writeOut(redact(text, { env: secret }));
}

// `process.stdout` sets up a whole stream, and `node:tty` the network with it: asked only when stdout may be a terminal.
async function isTerminalOut(): Promise<boolean> {
  try {
    const out = fstatSync(1);
    if (!out.isCharacterDevice() || isNullDevice(out.rdev)) return false;
  } catch {
    return false; // closed
  }
  return (await import('node:tty')).isatty(1);
}

function isNullDevice(rdev: number): boolean {
  try {
    return statSync('/dev/null').rdev === rdev;
  } catch {
    return false; // a platform without it
  }
}

/** Writes to stdout, whole: `process.stdout` may be cut off when the process ends while a pipe is full. */
export function writeOut(text: string): void {
  let rest = Buffer.from(text, 'utf8');
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'EPIPE') return; // the reader went away, and with it the interest
      if (code !== 'EAGAIN') throw new GatherError(`cannot write to stdout: ${code === 'ENOSPC' ? 'the disk is full' : String(code)}`, { cause: error });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
