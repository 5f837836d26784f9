import { constants } from 'node:os';
import type { CommandRun } from '../../gather/run/index.js';
import type { Redacted } from '../../model/index.js';

/** What stands in verify-logs.txt when nothing was run: a reader takes it for what it is. */
export const NO_COMMANDS = 'Verification commands are not configured\n';

/** One command as verify-logs.txt shows it: the command, its status on the next line, and the two ends of each stream. */
export function transcriptOf(command: string, { exit, stdout, stderr }: CommandRun, timeoutMs: number, hide: (text: string) => Redacted): string {
  const blocks = [`$ ${hide(command).replace(/\s*\n\s*/g, ' ')}`, statusOf(exit, timeoutMs)];
  for (const [name, capture] of [['stdout', stdout], ['stderr', stderr]] as const) {
    const text = capture.text(hide);
    if (text !== '') blocks.push(`${name}:\n${text.replace(/\n+$/, '')}`);
  }
  return `${blocks.join('\n')}\n\n`;
}

function statusOf({ code, signal, timedOut }: CommandRun['exit'], timeoutMs: number): string {
  if (timedOut) return `verification failed: timed out after ${timeoutMs}ms`;
  if (signal !== null) return `verification failed: exit code ${128 + numberOf(signal)} signal ${signal}`;
  return code === 0 ? 'exit code 0' : `verification failed: exit code ${code ?? 1}`;
}

/** As shells count: a process that a signal ended has the status 128 and its number. */
function numberOf(signal: string): number {
  const numbers: Readonly<Record<string, number | undefined>> = constants.signals;
  return numbers[signal] ?? 0;
}
