import { openLog } from '../../evidence/logs/index.js';
import { type CommandRun, runCommand } from '../../gather/run/index.js';
import type { Notice, Redacted, Run } from '../../model/index.js';
import type { Interrupt } from './interrupt.js';
import type { Io } from './io.js';
import { type Progress, openProgress } from './progress.js';
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

/** `stale`: the tree that it saw is no more. */
export type Mark = 'stale';

interface Done {
  readonly command: string;
  readonly run: CommandRun;
  readonly read: Run;
}

/**
 * Runs one group after the other in the workspace, the commands of a group side by side; stops at an interrupt, with
 * what there is by then. Whatever ends first, the order is that of the groups, and no output stands in another's.
 */
export async function runChecks(groups: Groups, workspace: string, settings: Settings, io: Io, interrupt: Interrupt, hide: (text: string) => Redacted, watcher: Watcher): Promise<Checks> {
  const done: Done[] = [];
  const progress = openProgress(io.screen, io.env, groups.flat().length);
  for (const group of groups) {
    const ended = await runGroup(group, (command) => runOne(command, workspace, settings, progress, interrupt, hide), settings.jobs, interrupt);
    if (interrupt.came() === null) await watcher.look(done.length, group);
    done.push(...ended);
  }
  return {
    ran: done.map(({ command, run }) => ({ command, run })),
    runs: done.map(({ read }) => read),
    transcript: groups.flat().length === 0 ? NO_COMMANDS : done.map(({ command, run }) => transcriptOf(command, run, settings.timeoutMs, hide)).join(''),
    findings: watcher.findings(done.map(({ command }) => command)),
    marks: done.map((_, at) => (watcher.isStale(at) ? ['stale'] : [])),
  };
}

/** At most `jobs` at a time. What was not begun when the interrupt came is left out. */
async function runGroup(group: readonly string[], run: (command: string) => Promise<Done>, jobs: number, interrupt: Interrupt): Promise<Done[]> {
  const done = new Map<number, Done>();
  let next = 0;
  const work = async () => {
    for (let at = next++; interrupt.came() === null; at = next++) {
      const command = group[at];
      if (command === undefined) return;
      done.set(at, await run(command));
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, group.length) }, work));
  return [...done].sort(([one], [other]) => one - other).map(([, each]) => each);
}

async function runOne(command: string, workspace: string, { timeoutMs, env }: Settings, progress: Progress, interrupt: Interrupt, hide: (text: string) => Redacted): Promise<Done> {
  const log = openLog(command);
  const ended = progress.begin(hide(command));
  const run = await runCommand(command, { cwd: workspace, env, timeoutMs, signal: interrupt.signal }, log);
  ended();
  return { command, run, read: log.close(run.exit, true) };
}
