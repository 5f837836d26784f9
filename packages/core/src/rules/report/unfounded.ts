import type { Evidence } from '../../model/index.js';
import { defineReport } from './define-report.js';

// What is said to have passed, and the command that would have shown it.
const CLAIMS: readonly (readonly [claim: RegExp, command: RegExp])[] = [
  [/\b(?:es)?lint(?:ing|er)?\b(?: \w{1,20}){0,2} (?:pass(?:es|ed)?|(?:is|was|are) clean|clean|green)\b|\b(?:ran|run) (?:the )?(?:es)?lint(?:er)?\b/i, /lint|ruff|flake8|rubocop|clippy|biome|check|ci\b|verify|pre-commit|style|sonar|phpcs|detekt/i],
  [/\btype-?\s?check(?:s|ing|er)?\b(?: \w{1,20}){0,2} (?:pass(?:es|ed)?|(?:is|was|are) clean|clean|green)\b|\b(?:mypy|tsc|pyright)\b(?: \w{1,20}){0,2} (?:pass(?:es|ed)?|clean)\b/i, /type|tsc|mypy|pyright|check|build|compile|ci\b|verify|lint/i],
  [/\b(?:e2e|end-to-end|integration|playwright|cypress)\b(?: tests?)?(?: \w{1,20}){0,2} (?:pass(?:es|ed)?|green)\b/i, /e2e|end|integration|playwright|cypress|test|spec|check|verify|ci\b/i],
];
const ADDED = /\b(?:add(?:ed|s)?|wrote|writes|creat(?:ed|es)|cover(?:ed|s) (?:it |this |them )?(?:by|with)|with) (?:(?:a|an|some|\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|more|several|new|focused|unit|regression|further|the) ){1,4}(?:tests?|specs?|test cases?)\b/i;
const COUNTED = /\b(?:add(?:ed|s)?|wrote) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten) (?:new |unit |more |focused |regression )*(?:tests?|specs?|test cases?)\b/i;
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const DENIED = /\b(?:not|no|never|don't|doesn't|didn't|would|should|if|when|until|before|could|todo|later|without|need)\b/i;

export const rule = defineReport({
  id: 'report/unfounded',
  docs: {
    title: 'The report claims what the evidence does not show',
    why: 'A check that no log holds was not run, and tests that the change does not hold were not added.',
    fix: 'Compare the report with the log and the diff, and run what it claims.',
    since: '0.1.0',
  },
  says: 'claims what the log and the diff contradict',
  todo: 'Compare it with them, and run what it claims.',
  words: ['lint', 'type', 'mypy', 'tsc', 'pyright', 'e2e', 'end-to-end', 'integration', 'playwright', 'cypress', 'test', 'spec'],
  find: (sentences, evidence) => (evidence.diff.complete && evidence.diff.files.length > 0 ? sentences.filter((sentence) => sentence.length < 2_000 && !DENIED.test(sentence) && (isUnrun(sentence, evidence) || isUnadded(sentence, evidence))) : []),
});

/** Only where every log says which command wrote it. */
function isUnrun(sentence: string, { runs }: Evidence): boolean {
  const commands = runs.map(({ command }) => command);
  if (commands.length === 0 || commands.includes(null)) return false;
  return CLAIMS.some(([claim, command]) => claim.test(sentence) && !commands.some((text) => text !== null && command.test(text)));
}

/** Tests that are said to be new, and a change in which none is, or fewer. */
function isUnadded(sentence: string, { tests, diff }: Evidence): boolean {
  if (!ADDED.test(sentence)) return false;
  const hasTests = diff.files.some(({ role, hunks }) => (role === 'test' || role === 'data') && hunks.some(({ lines }) => lines.some(({ side }) => side === 'added'))) || tests.added.length > 0 || tests.kept.length > 0;
  if (!hasTests) return !diff.files.some(({ hunks }) => hunks.some(({ lines }) => lines.some(({ side, text }) => side === 'added' && /\b(?:test|assert|expect|describe|it)\b/i.test(text.slice(0, 300)))));
  const said = COUNTED.exec(sentence)?.[1]?.toLowerCase();
  const amount = said === undefined ? 0 : /^\d/.test(said) ? Number(said) : NUMBERS.indexOf(said);
  const rows = tests.kept.reduce((sum, { old, now }) => sum + Math.max(0, now.rows.length - old.rows.length) + Math.max(0, now.assertions.length - old.assertions.length), 0) + tests.outside.reduce((sum, { old, now }) => sum + Math.max(0, now.rows.length - old.rows.length) + Math.max(0, now.assertions.length - old.assertions.length), 0);
  const added = tests.added.filter(({ isGroup }) => !isGroup).reduce((sum, { rows: own, assertions }) => sum + Math.max(1, own.length, assertions.length), 0);
  return amount > 1 && amount > added + rows;
}
