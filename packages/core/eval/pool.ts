import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { type EvalCase, HarnessError, type Outcome } from './model.js';
import { judgeCase } from './judge.js';

const WORKER = path.resolve(import.meta.dirname, '../../../scripts/eval/worker.mjs');
/** Below this many cases starting processes costs more than it saves. */
const FEW = 8;

export type Answer = { readonly at: number; readonly outcome: Outcome } | { readonly at: number; readonly broken: string };

/** Judges all cases, in as many processes as `jobs`, or in this one for `jobs` 1. Gives the outcomes in the order of the cases. */
export async function judgeAll(cases: readonly EvalCase[], jobs: number, progress: (done: number) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let done = 0;
  const keep = (at: number, outcome: Outcome) => {
    outcomes[at] = outcome;
    progress((done += 1));
  };
  if (jobs === 1 || cases.length <= FEW) {
    for (const [at, one] of cases.entries()) keep(at, await judgeCase(one));
    return outcomes;
  }
  // What runs commands first: it takes longest.
  const waiting = [...cases.entries()].sort(([, a], [, b]) => weightOf(b) - weightOf(a));
  const workers = Array.from({ length: Math.min(jobs, cases.length) }, () => fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  try {
    await Promise.all(workers.map((worker) => feed(worker, waiting, keep)));
  } finally {
    for (const worker of workers) worker.kill();
  }
  return outcomes;
}

/** Hands one case after the other to a worker until none is left. */
function feed(worker: ChildProcess, waiting: [number, EvalCase][], keep: (at: number, outcome: Outcome) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = () => {
      const item = waiting.shift();
      if (item === undefined) resolve();
      else worker.send(item);
    };
    worker.on('message', (answer: Answer) => {
      if ('broken' in answer) {
        reject(new HarnessError(answer.broken));
        return;
      }
      keep(answer.at, answer.outcome);
      next();
    });
    worker.on('error', reject);
    worker.on('exit', (code, signal) => reject(new HarnessError(`a worker ended before its work was done: ${signal ?? `exit ${code}`}`)));
    next();
  });
}

const weightOf = ({ input }: EvalCase): number => (input.corpus === 'repositories' ? 1 : 0);
