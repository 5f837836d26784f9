import type { Claim } from '@verifier/core';
import type { Shown } from '../prompt/cut.js';
import { DATA_RULE, fenced } from '../prompt/fence.js';

export const CORRECTNESS_SYSTEM = [
  'You read a change to a program and look for what breaks when it runs, and you say of each claim whether the code bears it out.',
  DATA_RULE,
  'Rules for findings:',
  '- Only what this change brings in or leaves undone, with a concrete scenario: which input or order of events, what happens then, what should happen.',
  '- category: data-loss, crash, regression (something that worked before) or logic. How grave it is, is not yours to say.',
  '- location: the file, and the line on the new side where there is one.',
  '- suggestedRepro: a shell command that exits with 0 exactly when the defect shows, when you can name one.',
  '- claimIds: the claims that the defect breaks. An empty list when it breaks none.',
  '- Style, taste and what might be nice are no findings. An empty list is a good answer.',
  'Assess each claim exactly once. supported: the code does what the claim says, on every path that you can see.',
].join('\n');

export const CORRECTNESS_ASK = 'Give the findings, and one assessment for each claim.';

/** Change, code around it and claims as data. */
export function correctnessData(diff: Shown, code: Shown, claims: readonly Claim[]): string {
  const listed = claims.map(({ id, statement, priority }) => `${id} (${priority}): ${statement}`).join('\n');
  return [`The change:\n${fenced('diff', diff.text)}`, `Files that it changes, as they are now:\n${fenced('code', code.text)}`, `Claims:\n${fenced('claims', listed)}`].join('\n\n');
}
