import type { Evidence, TestCase } from '../../model/index.js';
import { spoken, stem } from '../cover/words.js';
import { type Failure, lastOf } from '../verification/census.js';
import { isAskedFor, isExplainedByProduct, nameOf, productOf, subjectOf } from './explain.js';

/** The task says that a test is what is wrong. */
const TEST_IS_WRONG = /\b(?:tests?|specs?|expectations?|assertions?|snapshots?|fixtures?)\b[^.\n]{0,60}\b(?:is|are|was|were|has|have)\b[^.\n]{0,20}\b(?:wrong|incorrect|outdated|stale|obsolete|brittle|flaky|invalid|mistaken|typo|out of date)\b|\b(?:wrong|incorrect|outdated|stale|obsolete|brittle|flaky|invalid|mistaken|update|adjust|correct|adapt|rewrite)\b[^.\n]{0,30}\b(?:tests?|specs?|expectations?|assertions?|snapshots?|fixtures?)\b/i;
const MORE = /\b(?:adds?|adding|implement\w*|supports?|introduc\w*|allows?|no longer|instead of|from now on|should now|must now|new behaviou?r)\b/i;
/** Words that tests and tasks share whatever they are about. */
const COMMON = new Set('test tests spec should must when then with without from into that this have does and for the not are was its only also must fail pass work returns return given value values case cases error errors check correct correctly expected result results make change changed fix bug add support handle'.split(' ').map(stem));
const SHORTEST = 3;
const LONGEST_TASK = 20_000;

/** Why a test of the base may fail on the change, in words; null: nothing in task or change says so. */
export function reasonFor(failure: Failure, evidence: Evidence): string | null {
  const tests = testsOf(failure, evidence);
  if (tests.some((test) => isExplainedByProduct(test, evidence))) return 'what it tests is gone';
  if (tests.length === 0 && isWholeFile(failure) && productOf(evidence.diff).gone.size > 0) return 'what its file needs is gone';
  if (evidence.tests.removed.some((test) => tests.includes(test) && isAskedFor(test, evidence))) return 'the task asks for its removal';
  const { asks, task } = evidence;
  const said = task.slice(0, LONGEST_TASK);
  if (asks.has('tests') && TEST_IS_WRONG.test(said)) return 'the task asks for another test';
  if (!asksForMore(evidence) || isOnlyCheck(evidence)) return null;
  return isSpokenOf(failure, tests, said, evidence) ? 'the task speaks of it' : null;
}

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
  const old = [...tests.kept.map((pair) => pair.old), ...tests.removed];
  const named = old.filter((test) => test.name !== '' && !test.isGroup && (own === plain(test.name) || own.endsWith(`.${plain(test.name)}`) || own.startsWith(`${plain(test.name)}[`)));
  if (named.length > 0) return named;
  const path = file ?? name;
  return isWholeFile({ name, file } as Failure) ? old.filter((test) => path.endsWith(test.file.oldPath ?? test.file.path) || (test.file.oldPath ?? test.file.path).endsWith(path)) : [];
}

/** A file that could not be loaded is told by its name (node:test 20, pytest 8, vitest 4), or by a loader of unittest. */
const isWholeFile = ({ name }: Pick<Failure, 'name'>): boolean => /\.(?:[cm]?[jt]sx?|py|rb|php|go)$|_FailedTest/.test(name);

/** Task and test share a word that not every test has, or the task names the value that is expected now. */
function isSpokenOf({ name, file }: Failure, tests: readonly TestCase[], task: string, { tests: { kept } }: Evidence): boolean {
  const said = new Set(wordsOf(task));
  const paths = [...tests.map((test) => test.file.path), ...(file === null ? [] : [file])];
  const texts = [lastOf(name), ...paths.map((path) => subjectOf(nameOf(path))), ...tests.flatMap(({ words }) => [...words])];
  if (texts.some((text) => wordsOf(text).some((word) => said.has(word)))) return true;
  return kept.some(({ old, now }) => tests.includes(old) && now.assertions.some(({ line, args }) => line.side === 'added' && args.some((arg) => arg.length > 1 && task.includes(arg.replace(/^["'`]|["'`]$/g, '')))));
}

const wordsOf = (text: string): string[] => spoken(text).trim().split(' ').map(stem).filter((word) => word.length >= SHORTEST && !COMMON.has(word));

const plain = (name: string): string => name.replace(/\s+/g, ' ').trim();
