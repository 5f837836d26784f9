import type { Evidence, TestCase } from '../../model/index.js';
import { spoken, stem } from '../cover/words.js';
import { type Failure, lastOf } from '../verification/census.js';
import { rule as assertionConditional } from './assertion-conditional.js';
import { rule as assertionLoosened } from './assertion-loosened.js';
import { rule as assertionRemoved } from './assertion-removed.js';
import { rule as assertionSwallowed } from './assertion-swallowed.js';
import { rule as assertionTautological } from './assertion-tautological.js';
import { rule as errorsSwallowed } from './errors-swallowed.js';
import { rule as expectedChanged } from './expected-changed.js';
import { clean, isAskedFor, isExplainedByProduct, nameOf, productOf, subjectOf } from './explain.js';
import { rule as testExpectedToFail } from './test-expected-to-fail.js';
import { rule as testNeutralized } from './test-neutralized.js';
import { rule as testRowsDropped } from './test-rows-dropped.js';
import { rule as testSkipped } from './test-skipped.js';
import { rule as testUndiscovered } from './test-undiscovered.js';
import { rule as testWithoutAssertion } from './test-without-assertion.js';
import { rule as toleranceWidened } from './tolerance-widened.js';

/** What says that a test checks less than it did. */
const WEAKENINGS = [
  assertionConditional, assertionLoosened, assertionRemoved, assertionSwallowed, assertionTautological, errorsSwallowed, expectedChanged, testExpectedToFail, testNeutralized, testRowsDropped,
  testSkipped, testUndiscovered, testWithoutAssertion, toleranceWidened,
];
/** The task says that a test is what is wrong. */
const TEST_IS_WRONG = /\b(?:tests?|specs?|expectations?|assertions?|snapshots?|fixtures?)\b[^.\n]{0,60}\b(?:is|are|was|were|has|have)\b[^.\n]{0,20}\b(?:wrong|incorrect|outdated|stale|obsolete|brittle|flaky|invalid|mistaken|typo|out of date)\b|\b(?:wrong|incorrect|outdated|stale|obsolete|brittle|flaky|invalid|mistaken|update|adjust|correct|adapt|rewrite)\b[^.\n]{0,30}\b(?:tests?|specs?|expectations?|assertions?|snapshots?|fixtures?)\b/i;
const MORE = /\b(?:adds?|adding|implement\w*|supports?|introduc\w*|allows?|no longer|instead of|from now on|should now|must now|new behaviou?r)\b/i;
/** Words that tests and tasks share whatever they are about. */
const COMMON = new Set('test tests spec should must when then with without from into that this have does and for the not are was its only also must fail pass work returns return given value values case cases error errors check correct correctly expected result results make change changed fix bug add support handle'.split(' ').map(stem));
const SHORTEST = 3;
const LONGEST_TASK = 20_000;

/** Why a test of the base may fail on the change, in words; null: nothing in task or change says so. `wasRed`: it failed at the base, too. */
export function reasonFor(failure: Failure, wasRed: boolean, evidence: Evidence): string | null {
  const tests = testsOf(failure, evidence);
  if (tests.some((test) => isExplainedByProduct(test, evidence))) return 'what it tests is gone';
  if (tests.length === 0 && isWholeFile(failure) && productOf(evidence.diff).gone.size > 0) return 'what its file needs is gone';
  if (evidence.tests.removed.some((test) => tests.includes(test) && isAskedFor(test, evidence))) return 'the task asks for its removal';
  const { asks, task } = evidence;
  const said = task.slice(0, LONGEST_TASK);
  if (asks.has('tests') && TEST_IS_WRONG.test(said)) return 'the task asks for another test';
  if (!asksForMore(evidence) || isOnlyCheck(evidence) || !isRewritten(tests, evidence)) return null;
  if (namesNewValue(tests, said, evidence)) return 'the task names what it expects now';
  // A task that speaks of what was red and still is was not done.
  return !wasRed && isSpokenOf(failure, tests, said) ? 'the task speaks of it' : null;
}

/**
 * The test, or what it reads, is another one now and checks as much: what asks for another behaviour does not ask for a test
 * that is weaker, switched off, gone, or kept from running.
 */
function isRewritten(tests: readonly TestCase[], evidence: Evidence): boolean {
  const { diff, tests: { kept, removed } } = evidence;
  if (tests.length === 0) return diff.files.some(({ role, path }) => (role === 'test' || role === 'data') && !CONFTEST.test(path));
  if (tests.some((test) => removed.includes(test) || evidence.tests.becameHelpers.some(({ old }) => old === test))) return false;
  return !WEAKENINGS.some((rule) => [...rule.check(evidence)].some(({ message, files = [] }) => {
    const named = kept.filter(({ old, now }) => [old.name, now.name].some((name) => name !== '' && message.includes(`\`${clean(name)}\``)));
    return tests.some((test) => named.some(({ old }) => old === test) || (named.length === 0 && files.includes(test.file.path)));
  }));
}
const CONFTEST = /(?:^|\/)conftest\.py$/;

/** Another behaviour, also where the task only says how it is. What is refactored, made faster or upgraded gives what it gave, unless the task plainly asks for more. */
function asksForMore({ asks, task }: Evidence): boolean {
  if (asks.has('fix')) return true;
  const isSame = asks.has('refactor') || asks.has('performance') || asks.has('dependency');
  return (asks.size === 0 || asks.has('feature') || asks.has('removal')) && (!isSame || MORE.test(task.slice(0, LONGEST_TASK)));
}

/** "Make the failing test pass" asks for nothing that the test does not ask for. */
const isOnlyCheck = ({ asks }: Evidence): boolean => asks.has('fix-check') && asks.has('tests') && !asks.has('removal');

function testsOf({ name, file }: Failure, { tests }: Evidence): TestCase[] {
  const own = plain(lastOf(name));
  const old = [...tests.kept.map((pair) => pair.old), ...tests.removed, ...tests.becameHelpers.map((pair) => pair.old)];
  const named = old.filter((test) => test.name !== '' && !test.isGroup && (own === plain(test.name) || own.endsWith(`.${plain(test.name)}`) || own.startsWith(`${plain(test.name)}[`)));
  if (named.length > 0) return named;
  const path = file ?? name;
  return isWholeFile({ name, file } as Failure) ? old.filter((test) => path.endsWith(test.file.oldPath ?? test.file.path) || (test.file.oldPath ?? test.file.path).endsWith(path)) : [];
}

/** A file that could not be loaded is told by its name (node:test 20, pytest 8, vitest 4), or by a loader of unittest. */
const isWholeFile = ({ name }: Pick<Failure, 'name'>): boolean => /\.(?:[cm]?[jt]sx?|py|rb|php|go)$|_FailedTest/.test(name);

/** Task and test share a word that not every test has. */
function isSpokenOf({ name, file }: Failure, tests: readonly TestCase[], task: string): boolean {
  const said = new Set(wordsOf(task));
  const paths = [...tests.map((test) => test.file.path), ...(file === null ? [] : [file])];
  const texts = [lastOf(name), ...paths.map((path) => subjectOf(nameOf(path))), ...tests.flatMap(({ words }) => [...words])];
  return texts.some((text) => wordsOf(text).some((word) => said.has(word)));
}

function namesNewValue(tests: readonly TestCase[], task: string, { tests: { kept } }: Evidence): boolean {
  const values = kept.filter(({ old }) => tests.includes(old)).flatMap(({ now }) => now.assertions.filter(({ line }) => line.side === 'added').flatMap(({ args }) => args));
  return values.some((value) => value.length > 1 && task.includes(value.replace(/^["'`]|["'`]$/g, '')));
}

const wordsOf = (text: string): string[] => spoken(text).trim().split(' ').map(stem).filter((word) => word.length >= SHORTEST && !COMMON.has(word));

const plain = (name: string): string => name.replace(/\s+/g, ' ').trim();
