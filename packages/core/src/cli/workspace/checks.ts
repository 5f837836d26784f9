import { openLog } from '../../evidence/logs/index.js';
import { runCommand, watchdog } from '../../gather/run/index.js';
import type { CommandResult, Notice, Redacted, Run } from '../../model/index.js';
import type { Interrupt } from './interrupt.js';
import type { Io } from './io.js';
import { type Progress, openProgress } from './progress.js';
import type { Answer, Reuse } from './reuse.js';
import type { Groups, Settings } from './settings.js';
import { NO_COMMANDS, transcriptOf } from './transcript.js';
import type { Ran } from './verdict.js';
import type { Watcher } from './watched.js';

/** What running the commands gave: how each ended, what its log says, and both as a text that is kept. */
export interface Checks {
  readonly ran: readonly Ran[];
  readonly runs: readonly Run[];
  readonly transcript: string;
  /** What the commands did to the workspace. */
  readonly findings: readonly Notice[];
  /** What is to be known of each command beside its result, in the order of `ran`. */
  readonly marks: readonly (readonly Mark[])[];
}

/** `stale`: the tree that it saw is no more. `reused`: it was not run, since its result is known. */
export type Mark = 'stale' | 'reused';

/** What running takes beside the commands themselves. */
export interface Running {
  readonly workspace: string;
  readonly settings: Settings;
  readonly io: Io;
  readonly interrupt: Interrupt;
  readonly hide: (text: string) => Redacted;
  readonly watcher: Watcher;
  /** null: every command is run. */
  readonly reuse: Reuse | null;
  /** Called when a command has started: there is time for other work. */
  readonly meanwhile: () => void;
}

/**
 * Runs one group after the other in the workspace, the commands of a group side by side; stops at an interrupt, with
 * what there is by then. Whatever ends first, the order is that of the groups, and no output stands in another's.
 */
export async function runChecks(groups: Groups, running: Running): Promise<Checks> {
  const { settings, io, interrupt, watcher, reuse } = running;
  const done: Answer[] = [];
  const progress = openProgress(io.screen, io.env, groups.flat().length);
  for (const group of groups) {
    const look = () => watcher.look(done.length, group);
    const run = async (command: string): Promise<Answer | null> => {
      const real = () => runOne(command, running, progress);
      return reuse === null ? { result: await real(), isReused: false } : reuse.answer(command, real, look);
    };
    const ended = await runGroup(group, run, settings.jobs, interrupt);
    if (interrupt.came() === null && reuse === null) await look();
    done.push(...ended);
  }
  return {
    ran: done.map(({ result: { command, exit } }) => ({ command, exit })),
    runs: done.map(({ result: { run } }) => run),
    transcript: groups.flat().length === 0 ? NO_COMMANDS : done.map(({ result: { transcript } }) => transcript).join(''),
    findings: [...watcher.findings(done.map(({ result: { command } }) => command)), ...(reuse?.findings() ?? [])],
    marks: done.map(({ isReused }, at) => [...(watcher.isStale(at) ? ['stale' as const] : []), ...(isReused ? ['reused' as const] : [])]),
  };
}

/** At most `jobs` at a time. What was not begun when the interrupt came is left out. */
async function runGroup(group: readonly string[], run: (command: string) => Promise<Answer | null>, jobs: number, interrupt: Interrupt): Promise<Answer[]> {
  const done = new Map<number, Answer>();
  let next = 0;
  const work = async () => {
    for (let at = next++; interrupt.came() === null; at = next++) {
      const command = group[at];
      if (command === undefined) return;
      const answer = await run(command);
      if (answer !== null) done.set(at, answer);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, group.length) }, work));
  return [...done].sort(([one], [other]) => one - other).map(([, each]) => each);
}

async function runOne(command: string, { workspace, settings: { timeoutMs, env }, interrupt, hide, watcher, meanwhile }: Running, progress: Progress): Promise<CommandResult> {
  const log = openLog(command);
  const ended = progress.begin(hide(command));
  watchdog().cleans(watcher.folder);
  const running = runCommand(command, { cwd: workspace, env, timeoutMs, signal: interrupt.signal }, log);
  meanwhile();
  const run = await running;
  ended();
  return { command, exit: run.exit, transcript: transcriptOf(command, run, timeoutMs, hide), run: log.close(run.exit, true) };
}
