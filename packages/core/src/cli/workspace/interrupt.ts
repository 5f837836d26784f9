import { judge } from '../../judge/index.js';
import { GatherError, type Judgement } from '../../model/index.js';
import type { Settings } from './settings.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for the signals that ask verifier to end. The first raises `signal`; a second one ends at once. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** The signal that came, or null. */
  came(): NodeJS.Signals | null;
  release(): void;
}

export function listenForInterrupt(): Interrupt {
  const controller = new AbortController();
  let first: NodeJS.Signals | null = null;
  const hear = (signal: NodeJS.Signals) => {
    if (first !== null) process.exit(2); // what runs is killed on the way out
    first = signal;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return {
    signal: controller.signal,
    came: () => first,
    release: () => { for (const signal of SIGNALS) process.off(signal, hear); },
  };
}

/** The verdict of a run that was not let finish: nothing that it saw is judged. */
export function interruptedBy(signal: NodeJS.Signals, { task, report }: Settings): Judgement {
  const message = `The run was interrupted by ${signal}, so nothing is judged. Run it again`;
  return judge(
    [{ rule: 'run/interrupted', effect: 'blind', source: 'system', message }],
    { task: task !== '', diff: true, logs: false, report: report !== '', positive: false, highRisk: false, executed: false, workspace: true },
  );
}

export function interruption(signal: NodeJS.Signals, cause?: unknown): GatherError {
  return new GatherError(`interrupted by ${signal}, nothing is judged`, { cause });
}
