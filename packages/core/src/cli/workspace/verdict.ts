import type { CommandResult, Judgement, WireCommand, WireEvidence, WireRun } from '../../model/index.js';

/** A command and how it ended. */
export type Ran = Pick<CommandResult, 'command' | 'exit'>;

/** The run's facts for the published verdict. */
export interface RunFacts extends Omit<WireRun, 'verify_commands' | 'completed_at' | 'duration_ms'> {
  readonly completed: Date;
  readonly ran: readonly Ran[];
  readonly timeoutMs: number;
  readonly hasTask: boolean;
  readonly hasReport: boolean;
}

/** The judgement with `run` and `evidence` in its verdict. */
export function withRun(judgement: Judgement, facts: RunFacts): Judgement {
  const { completed, ran, timeoutMs, hasTask, hasReport, ...rest } = facts;
  const run: WireRun = {
    ...rest,
    completed_at: completed.toISOString(),
    duration_ms: Math.max(0, completed.getTime() - Date.parse(facts.started_at)),
    verify_commands: ran.map((each) => toWire(each, timeoutMs)),
  };
  // Keys in the order of the contract.
  const { id, started_at, completed_at, duration_ms, workspace, base_ref, head_ref, artifacts_dir, changed_files, verify_commands } = run;
  const ordered = { id, started_at, completed_at, duration_ms, workspace, base_ref, head_ref, artifacts_dir, changed_files, verify_commands };
  return { ...judgement, verdict: { ...judgement.verdict, run: ordered, evidence: evidenceOf(facts) } };
}

function toWire({ command, exit }: Ran, timeoutMs: number): WireCommand {
  return { command, exit_code: exit.code, signal: exit.signal, duration_ms: exit.durationMs, timed_out: exit.timedOut, timeout_ms: timeoutMs };
}

function evidenceOf({ base_ref, ran, hasTask, hasReport, changed_files }: RunFacts): WireEvidence[] {
  return [
    ...(hasTask ? [{ id: 'E-1', kind: 'intent', path: 'intent.txt', summary: 'What was asked.' } as const] : []),
    { id: 'E-2', kind: 'diff', path: 'diff.patch', summary: `Git diff against ${base_ref}: ${counted(changed_files.length, 'file')}.` },
    { id: 'E-3', kind: 'verify_logs', path: 'verify-logs.txt', summary: ran.length === 0 ? 'No verification command was run.' : `Output of ${counted(ran.length, 'verification command')}.` },
    { id: 'E-4', kind: 'builder_report', path: 'builder-report.md', summary: hasReport ? 'What the builder says.' : 'The builder gave no report.' },
    { id: 'E-5', kind: 'markdown', path: 'report.md', summary: 'The verdict for people.' },
    { id: 'E-6', kind: 'verdict', path: 'verdict.json', summary: 'The verdict for machines.' },
  ];
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
