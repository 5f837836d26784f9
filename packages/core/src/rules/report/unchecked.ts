import { holdsOne } from '../../text/holds-one.js';
import { defineReport } from './define-report.js';

const CHECK = String.raw`(?:(?:unit|integration|e2e|end-to-end|regression|visual|smoke|acceptance|snapshot|browser|manual|load|contract|the|some|several|remaining|other|slow|full) )*(?:tests?|test suites?|specs?|suites?|checks?|lint(?:er|ing)?|type[- ]?check(?:s|ing)?|verification|coverage|ci|builds?|pytest|jest|vitest|eslint|tsc|(?:npm|pnpm|yarn|go|cargo) test\w*|[\w-]{1,30}:(?:check|test|lint))`;
const MISSED = String.raw`(?:skipped|omitted|left out|not (?:been )?(?:run|executed|performed|possible|available|finished|completed)|never (?:run|executed)|un-?run|disabled)`;
// The words come first: a pattern is made at its first use, and most reports never use one.
const NOT_DONE: readonly (readonly [words: readonly string[], pattern: () => RegExp])[] = [
  [['skipped', 'omitted', 'left out', 'not ', 'never ', 'unrun', 'un-run', 'disabled'], once(() => new RegExp(String.raw`\b${CHECK}:?(?: \w[\w-]{0,30}){0,3}?(?: (?:was|were|is|are|has|have|had|got|still|being))* (?:intentionally |deliberately |temporarily |partly )?${MISSED}\b`, 'i'))],
  [["n't", 'unable', 'not', 'never', 'without'], once(() => new RegExp(String.raw`\b(?:did not|didn't|could not|couldn't|cannot|can't|was unable to|were unable to|unable to|have not|haven't|has not|hasn't|was not able to|not able to|never|without) (?:yet )?(?:run(?:ning)?|execut(?:e|ed|ing)|re-?run(?:ning)?|perform(?:ed|ing)?|complet(?:e|ed)|finish(?:ed)?) (?:any |all |of )*${CHECK}\b`, 'i'))],
  [['skipped', 'skipping', 'disabled', 'omitted'], once(() => new RegExp(String.raw`\b(?:i |we )?(?:skipped|skipping|disabled|omitted) (?:running )?(?:any |all )?${CHECK}\b`, 'i'))],
  [['fail', 'red', 'broken', 'crash', 'out', 'not pass', "don't pass"], once(() => new RegExp(String.raw`\b${CHECK}(?: \w[\w-]{0,30}){0,2}? (?:still |currently |now |also )?(?:fail(?:s|ed|ing)?|(?:is|are) (?:still )?(?:red|failing|broken)|crash(?:es|ed)?|tim(?:es|ed) out|do(?:es)? not pass|did not pass|don't pass)\b`, 'i'))],
  [['fail'], () => /\b[1-9]\d{0,6} (?:tests?|specs?|checks?) (?:still )?(?:fail|failed|failing|are failing)\b/i],
];
// Repaired, denied, supposed or about the program itself.
const NONE_RUN = /\bno (?:\w{1,20} )?(?:tests?|checks?|specs?|verification) (?:were|was|have been|has been) (?:run|executed|performed)\b/i;
const NO_SIGNAL = /\b(?:no|none|never|zero|0|without any|no longer|not any|used to|previously|formerly|before|fix(?:ed|es|ing)?|repaired|resolved|if|when|whenever|would|so that|unless|in case|until|ensures?|handles?|no tests? (?:were|was) skipped|nothing was skipped|un-?skipped|again)\b/i;
// `Docs changes skip CI`, `the migration was not run in production, only the unit tests`: the check is not what was left out.
const OTHER = /\b(?:docs?|documentation|drafts?) changes skip|,\s?only the\b/i;

const WORDS = ['no ', ...NOT_DONE.flatMap(([words]) => words)];

export const rule = defineReport({
  id: 'report/unchecked',
  docs: {
    title: 'The builder says that a check was skipped, not run or failed',
    why: 'A check that did not run says nothing, even when all others are green.',
    fix: 'Run the check that the report names, or say in the task that it is not needed.',
    since: '0.1.0',
  },
  says: 'says that a check was skipped, not run or failed',
  todo: 'Run that check, or decide that it is not needed.',
  words: WORDS,
  find: (sentences) => sentences.filter((sentence) => sentence.length < 2000 && holdsOne(sentence, WORDS) && !OTHER.test(sentence) && clausesOf(sentence).some(isMissed)),
});

function isMissed(clause: string): boolean {
  if (!holdsOne(clause, WORDS)) return false;
  if (NONE_RUN.test(clause)) return true;
  // `not run` is the signal itself, not a denial of it.
  if (NO_SIGNAL.test(clause.replace(/\b(?:not|never) (?:been )?(?:run|executed|performed)\b/gi, 'unrun'))) return false;
  return NOT_DONE.some(([words, pattern]) => holdsOne(clause, words) && pattern().test(clause));
}

/** `X is done, but Y failed`: each part speaks for itself. */
function clausesOf(sentence: string): string[] {
  return sentence.split(/,|\bbut\b|\bhowever\b|\balthough\b|—|–/i);
}

function once(make: () => RegExp): () => RegExp {
  let made: RegExp | null = null;
  return () => (made ??= make());
}
