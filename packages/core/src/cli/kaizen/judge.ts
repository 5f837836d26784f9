import { type Prompt, readPrompt } from '../../adapters/kaizen-loop.js';
import { check } from '../../check.js';
import { finalOf } from '../../judge/index.js';
import type { FinalVerdict, Notice, Judgement } from '../../model/index.js';
import { type Change, readChange } from './change.js';
import { runsOf } from './runs.js';
import { syntaxFor } from '../syntax-for.js';

export interface Judged {
  readonly prompt: Prompt;
  readonly change: Change;
  readonly judgement: Judgement;
  readonly final: FinalVerdict;
}

/** Judges a prompt. `lookup` finds in the work tree what the prompt does not show. */
export async function judgePrompt(text: string, now: Date, lookup: Parameters<typeof readChange>[1]): Promise<Judged> {
  const prompt = readPrompt(text);
  const change = await readChange(prompt, lookup);
  const { diff } = change;
  const syntax = await syntaxFor(diff);
  const findings = [...faultFinding(prompt.faults), ...change.findings];
  const judgement = check({ task: prompt.task, diff, report: prompt.report, runs: runsOf(prompt), syntax, workspace: false, findings, now: now.toISOString() });
  return { prompt, change, judgement, final: finalOf(judgement.verdict.verdict, diff.files.length > 0) };
}

/** A prompt that is not as its caller lays it out was cut, or mixed with text of somebody else: it clears nothing. */
function faultFinding(faults: readonly string[]): Notice[] {
  if (faults.length === 0) return [];
  return [{
    rule: 'context/prompt', effect: 'ask', source: 'system',
    message: `The prompt is not laid out as kaizen-loop lays it out: ${faults.join(', ')}. Verify the change again, and check that loop and verifier fit together`,
  }];
}
