import { judge } from '../../judge/index.js';
import { GatherError, type Judgement } from '../../model/index.js';
import type { Settings } from './settings.js';

export { type Interrupt, listenForInterrupt } from '../listen.js';

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
