import type { Evidence, Run } from '../../model/index.js';
import { holdsOne } from '../../text/holds-one.js';
import { defineReport } from './define-report.js';

const PASSED = ['pass', 'succe', 'green', 'clean', 'works'];
// `7 tests passed`, `all 12 tests pass`, `vitest: 7 passed`
const COUNT = /\b(\d{1,7}) (?:(?:unit|integration|e2e|of \d{1,7}) )?(?:tests?|specs?|examples?|checks?|assertions)?\s?(?:have |all |are |were )?(?:pass|passes|passed|passing|succeeded|green)\b/gi;
const CLAIMS: readonly (readonly [claim: RegExp, command: RegExp])[] = [
  [/\b(?:all )?(?:the )?(?:tests?|specs?|suites?)(?: \w{1,20}){0,2} (?:pass|passes|passed|passing|succeeded|(?:is|are|was|were) (?:all )?(?:green|passing))\b|\bsuite is green\b|\beverything (?:is )?green\b/i, /\b(?:test|tests|jest|vitest|mocha|pytest|rspec|phpunit|ava|ctest)\b/i],
  [/\blint(?:ing|er)?\b(?: \w{1,20}){0,2} (?:pass|passes|passed|is clean|clean)\b/i, /\b(?:lint|eslint|ruff|flake8|rubocop|clippy)\b/i],
  [/\btype-?\s?check(?:s|ing)?\b(?: \w{1,20}){0,2} (?:pass|passes|passed|is clean|clean)\b/i, /\b(?:typecheck|tsc|mypy|pyright)\b/i],
  [/\bbuild(?:s)?\b(?: \w{1,20}){0,2} (?:pass|passes|passed|succeeds|succeeded|is green|works)\b/i, /\b(?:build|compile)\b/i],
];
const DENIED = /\b(?:not|no|never|don't|doesn't|didn't|would|should|if|when|until|before)\b/i;

export const rule = defineReport({
  id: 'report/contradicted',
  docs: {
    title: 'The evidence contradicts the builder',
    why: 'A number or a result that the log does not show was guessed, or belongs to another run.',
    fix: 'Compare the report with the log and run the check again.',
    since: '0.1.0',
  },
  says: 'says something that the log contradicts',
  todo: 'Compare it with the log, and run the check again.',
  words: PASSED,
  find: (sentences, evidence) => sentences.filter((sentence) => sentence.length < 2000 && holdsOne(sentence, PASSED) && !DENIED.test(sentence) && (isOtherCount(sentence, evidence) || isOtherResult(sentence, evidence))),
});

/** A count of passed tests that no run, and no sum of runs, shows. Silent when no log counts anything. */
function isOtherCount(sentence: string, { runs }: Evidence): boolean {
  if (!/\d/.test(sentence)) return false;
  const claimed = [...sentence.matchAll(COUNT)].filter(([all]) => /test|spec|example|check|passed|passing/i.test(all)).map(([, count]) => Number(count));
  if (claimed.length === 0) return false;
  const counted = runs.map(countsOf).filter((counts) => counts.length > 0);
  if (counted.length === 0) return false;
  const known = new Set<number>(counted.flat());
  // One report line may sum up several runs, and several packages of one run.
  known.add(counted.reduce((sum, [passed = 0]) => sum + passed, 0));
  for (const run of runs) known.add(run.passed.count);
  return claimed.some((count) => !known.has(count));
}

function countsOf({ facts }: Run): number[] {
  const totals = facts.filter((fact) => fact.kind === 'totals');
  if (totals.length === 0) return [];
  const sum = totals.reduce((all, { passed }) => all + passed, 0);
  return [sum, ...totals.flatMap(({ passed, failed, skipped }) => [passed, passed + failed, passed + skipped, passed + failed + skipped])];
}

/** A check that is said to pass, and whose own command failed. */
function isOtherResult(sentence: string, { runs }: Evidence): boolean {
  // Runs first: a log that somebody handed over has no command, and then no claim is read at all.
  const red = runs.flatMap((run) => (run.command !== null && isRed(run) ? [run.command] : []));
  return red.length > 0 && CLAIMS.some(([claim, command]) => red.some((line) => command.test(line)) && claim.test(sentence));
}

function isRed({ exit, facts }: Run): boolean {
  if (exit !== null) return exit.code !== 0 || exit.signal !== null || exit.timedOut;
  return facts.some((fact) => fact.kind === 'failure' || (fact.kind === 'totals' && fact.failed > 0) || (fact.kind === 'closed' && !fact.ok));
}
