import { openLog } from '../../evidence/logs/index.js';
import { runCommand } from '../../gather/run/index.js';
import type { Redacted, Run } from '../../model/index.js';
import type { Interrupt } from './interrupt.js';
import type { Io } from './io.js';
import { showProgress } from './progress.js';
import type { Settings } from './settings.js';
import { NO_COMMANDS, transcriptOf } from './transcript.js';
import type { Ran } from './verdict.js';

/** What running the commands gave: how each ended, what its log says, and both as a text that is kept. */
export interface Checks {
  readonly ran: readonly Ran[];
  readonly runs: readonly Run[];
  readonly transcript: string;
}

/** Runs one command after the other in the workspace; stops at an interrupt, with what there is by then. */
export async function runChecks(commands: readonly string[], workspace: string, { timeoutMs }: Settings, io: Io, interrupt: Interrupt, hide: (text: string) => Redacted): Promise<Checks> {
  const ran: Ran[] = [];
  const runs: Run[] = [];
  const transcript: string[] = [];
  for (const [index, command] of commands.entries()) {
    if (interrupt.came() !== null) break;
    const log = openLog(command);
    const done = showProgress(io.screen, io.env, `${index + 1}/${commands.length} ${hide(command)}`);
    const run = await runCommand(command, { cwd: workspace, env: io.env, timeoutMs, signal: interrupt.signal }, log);
    done();
    ran.push({ command, run });
    runs.push(log.close(run.exit, true));
    transcript.push(transcriptOf(command, run, timeoutMs, hide));
  }
  return { ran, runs, transcript: commands.length === 0 ? NO_COMMANDS : transcript.join('') };
}
