import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Exit } from '../../model/index.js';
import type { Environment } from '../git/environment.js';
import { Capture } from './capture.js';
import { HELD_FD, MARK, startOf, type Tree } from './descendants.js';
import { type HeldFile, holdFile } from './held-file.js';
import { LineChunks } from './line-chunks.js';
import { startTimer } from './long-timer.js';
import { endTree, killTree } from './tree.js';
import { watchdog } from './watchdog.js';

/** How long the pipes may stay open after a command and all that it started have ended, in milliseconds. */
const DRAIN_MS = 1000;
/** As shells say it: it could not be found, or not be started. */
const NOT_FOUND = 127;

export interface CommandPlace {
  readonly cwd: string;
  readonly env: Environment;
  readonly timeoutMs: number;
  /** Ends the command when it is raised. */
  readonly signal?: AbortSignal;
}

export interface Sink {
  write(text: string): void;
}

export interface CommandRun {
  readonly exit: Exit & { readonly durationMs: number };
  readonly stdout: Capture;
  readonly stderr: Capture;
}

/**
 * Runs a command through the shell in its own process group, without stdin, and hands its output to `sink` as it
 * comes, decoded, in whole lines. Never throws: what could not start is told by exit 127. When it gives its answer
 * nothing that the command started is alive. A plain child process: execa adds 200 ms at import (9.6, Node 20) and its
 * own ways to buffer and to kill, and here both are ours.
 */
export function runCommand(command: string, place: CommandPlace, sink: Sink): Promise<CommandRun> {
  const mark = `${process.pid}.${process.hrtime.bigint().toString(36)}`;
  const streams = { stdout: new Capture('stdout'), stderr: new Capture('stderr') };
  const started = performance.now();
  const held = holdFile(mark);
  const dog = watchdog();
  dog.begins(mark);
  let child: Child;
  try {
    child = startShell(command, place, mark, held);
  } catch (error) {
    held?.release();
    dog.ended(mark);
    return Promise.resolve(notStarted(streams, error, sink)); // the command holds a NUL, or is too long
  }
  return new Promise((resolve) => {
    if (child.pid !== undefined) dog.leads(mark, child.pid);
    const tree: Tree | null = child.pid === undefined ? null : { leader: child.pid, mark, start: startOf(child.pid), held, known: new Map() };
    let status = { code: null as number | null, signal: null as string | null };
    let timedOut = false;
    let durationMs = 0;
    let ending: Promise<void> | null = null;
    const end = () => { if (tree !== null) ending ??= endTree(tree); };
    const stopTimer = startTimer(place.timeoutMs, () => { timedOut = true; end(); });
    const lastResort = () => { if (tree !== null) killTree(tree); };
    process.on('exit', lastResort);
    place.signal?.addEventListener('abort', end);
    if (place.signal?.aborted === true) end();
    const flush = [follow(child.stdout, streams.stdout, sink), follow(child.stderr, streams.stderr, sink)];

    child.on('error', (cause) => {
      if (tree === null) settle(notStarted(streams, cause, sink)); // else a signal that could not be sent: the exit will tell
    });
    child.on('exit', (code, signal) => {
      status = { code, signal };
      durationMs = Math.round(performance.now() - started);
      stopTimer();
      // What the command left behind would hold the pipes, and could change files after they were judged.
      end();
      void ending?.then(() => setTimeout(() => { child.stdout.destroy(); child.stderr.destroy(); }, DRAIN_MS).unref());
    });
    child.on('close', () => {
      if (tree === null) return;
      void Promise.resolve(ending).then(() => {
        for (const each of flush) each();
        settle({ exit: { ...status, timedOut, durationMs }, ...streams });
      });
    });

    function settle(run: CommandRun): void {
      stopTimer();
      held?.release();
      dog.ended(mark);
      process.off('exit', lastResort);
      place.signal?.removeEventListener('abort', end);
      resolve(run);
    }
  });
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function startShell(command: string, place: CommandPlace, mark: string, held: HeldFile | null): Child {
  const further = held === null ? [] : [...Array<'ignore'>(HELD_FD - 3).fill('ignore'), held.fd];
  return spawn(command, {
    shell: true, cwd: place.cwd, detached: process.platform !== 'win32', windowsHide: true, stdio: ['ignore', 'pipe', 'pipe', ...further],
    env: { ...place.env, [MARK]: [place.env[MARK], mark].filter(Boolean).join(' ') },
  }) as Child;
}

/** Copies a stream into its capture and, in whole lines, into the sink. Gives what hands on the last line. */
function follow(stream: Readable, capture: Capture, sink: Sink): () => void {
  const lines = new LineChunks((text) => { sink.write(text); });
  stream.on('data', (chunk: Buffer) => {
    capture.write(chunk);
    lines.write(chunk);
  });
  return () => { lines.end(); };
}

function notStarted(streams: Pick<CommandRun, 'stdout' | 'stderr'>, cause: unknown, sink: Sink): CommandRun {
  const text = `could not start: ${cause instanceof Error ? cause.message : String(cause)}\n`;
  streams.stderr.write(Buffer.from(text));
  sink.write(text);
  return { exit: { code: NOT_FOUND, signal: null, timedOut: false, durationMs: 0 }, ...streams };
}
