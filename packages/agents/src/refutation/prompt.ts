import type { StageFinding } from '@verifier/core';
import { SHOWN, type Shown, shownOf } from '../prompt/cut.js';
import { DATA_RULE, fenced } from '../prompt/fence.js';

export const REFUTER_SYSTEM = [
  'Somebody who read a change to a program says that it has a defect. You try to show that it has not.',
  DATA_RULE,
  '- Go through the scenario step by step in the code as it is. Look for the check, the caller or the type that makes it impossible.',
  '- refuted: the scenario cannot happen, or what happens is what should. survived: you could not show that.',
  '- reasoning: the lines and the steps that decide it.',
  '- reproCommand: for a finding that survived, a shell command that can be run in the root of the work tree, changes nothing in it, needs no network and exits with 0 exactly when the defect shows. Leave it out when there is none. Nobody has promised to run it.',
].join('\n');

/** The code is the same for all findings of a run. */
export const refuterData = (code: Shown): string => `The change and the files that it changes:\n${fenced('code', code.text)}`;

export function refuterAsk({ category, title, location, scenario }: StageFinding): string {
  const told = JSON.stringify({ category, title, ...(location === undefined ? {} : { location }), scenario }, null, 2);
  return `The finding:\n${fenced('finding', shownOf('the finding', told, SHOWN.finding).text)}\n\nDoes it survive?`;
}
