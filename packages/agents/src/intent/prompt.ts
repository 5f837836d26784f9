import { DATA_RULE, fenced } from '../prompt/fence.js';
import type { Shown } from '../prompt/cut.js';

export const INTENT_SYSTEM = [
  'You read what a change to a program was asked to do and write down what it claims, as statements that can be checked.',
  DATA_RULE,
  'Rules for claims:',
  '- One statement for one observable behaviour. Take it from the sources, never from the change alone.',
  '- must-verify: the change is wrong without it. nice-to-verify: everything else.',
  '- plannedChecks: runtime (run the program), test (a test shows it), static (a compiler or linter shows it), reading (somebody reads the code). Name only those that can show it.',
  '- sourceRef: the id of the source that says it, S-1, S-2, …',
  '- conflicts: where sources contradict each other, one sentence each. An empty list where none do.',
  'An empty list of claims is a good answer when the sources ask for nothing.',
].join('\n');

export const INTENT_ASK = 'Write down the claims and the conflicts of the sources above.';

/** Sources and summary as data. */
export function intentData(sources: readonly { readonly id: string; readonly tier: string; readonly kind: string; readonly shown: Shown }[], summary: Shown): string {
  return [...sources.map(({ id, tier, kind, shown }) => `Source ${id} (${tier}, ${kind}):\n${fenced(id, shown.text)}`), `Summary of the change:\n${fenced('diff-summary', summary.text)}`].join('\n\n');
}
