import type { CommandRecord, Prompt } from '../../adapters/kaizen-loop.js';
import { openLog, openTranscript } from '../../evidence/logs/index.js';
import type { Exit, LogFact, Run } from '../../model/index.js';

const PASSED: Exit = { code: 0, signal: null, timedOut: false, durationMs: null };
/** Of a failed command only that is known. */
const FAILED: Exit = { ...PASSED, code: null };
const CLOSING: ReadonlySet<string> = new Set(['totals', 'closed']);

/** What the prompt tells about the checks. Only well-formed records count as executed; a box or a pasted log is somebody's word. */
export function runsOf(prompt: Prompt): Run[] {
  const ticked = prompt.layout === 'headed' ? prompt.boxes.filter((box) => box.ticked) : [];
  const failed = new Set(prompt.records.filter((record) => !record.passed).map(({ command }) => command));
  const open = prompt.boxes.filter((box) => !box.ticked && !failed.has(box.command));
  return [
    ...prompt.records.map(runOf),
    ...ticked.map(({ command }) => openLog(command).close(PASSED)),
    ...transcriptOf(open.map(({ command }) => `- [ ] ${command}\n`).join('')),
    ...transcriptOf(prompt.log),
  ];
}

function runOf({ command, passed, output, cut }: CommandRecord): Run {
  const log = openLog(command);
  log.write(output);
  const run = log.close(passed ? PASSED : FAILED, true);
  return cut && passed ? withoutOpenEnd(run) : run;
}

/**
 * The loop keeps the head of an output, so the closing statement of a long one is missing, and a retried test may have
 * passed behind the cut. The status is the whole command's: of a command that passed nothing is held against it that
 * only its missing end would settle.
 */
function withoutOpenEnd(run: Run): Run {
  if (run.worth !== 'check') return run;
  const closed = new Set(run.facts.filter(({ kind }) => CLOSING.has(kind)).map(({ tool }) => tool));
  const isOpen = (fact: LogFact) => fact.kind === 'unfinished' || ((fact.kind === 'failure' || fact.kind === 'diagnostic') && !closed.has(fact.tool));
  return { ...run, facts: run.facts.filter((fact) => !isOpen(fact)) };
}

function transcriptOf(text: string): Run[] {
  if (text.trim() === '') return [];
  const transcript = openTranscript();
  transcript.write(text);
  return transcript.close();
}

/** The records as a text that `verifier check --verify-logs-file` reads, and what else the prompt says about the checks. */
export function logTextOf({ records, boxes, log }: Prompt): string {
  const blocks = records.map(({ command, passed, output }) => [`$ ${command.replace(/\s*\n\s*/g, ' ')}`, passed ? 'exit code 0' : 'verification failed: exit code null', output].filter((part) => part !== '').join('\n'));
  const list = records.length > 0 ? [] : [boxes.map(({ command, ticked }) => `- [${ticked ? 'x' : ' '}] ${command}`).join('\n')];
  return [...blocks, ...list, log].filter((part) => part !== '').map((part) => `${part}\n`).join('\n');
}
