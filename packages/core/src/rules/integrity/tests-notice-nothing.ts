import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { briefly } from '../../text/one-line.js';
import { censusOf, failuresIn, lastOf } from '../verification/census.js';
import { pointOf } from '../verification/points.js';
import { clean, count, named } from './explain.js';

const NAMED = 5;

export const rule: Rule = {
  id: 'integrity/tests-notice-nothing',
  docs: {
    title: 'The changed tests pass without the change',
    why: 'A test that holds before and after a change says nothing about it: it would not notice if the change did not do what was asked.',
    fix: 'Let a test fail on the product of the base and pass on the changed one.',
    since: '0.1.0',
  },
  *check(evidence) {
    const { trials } = evidence;
    const proof = trials?.proof;
    if (proof === undefined) return;
    if (proof.obstacle !== null) {
      yield { effect: 'note', source: 'system', message: `The tests of the change were not run on the product of the base: ${proof.obstacle}` };
      return;
    }
    const tests = changedTests(evidence);
    const product = evidence.diff.files.filter(isChangedProduct);
    if (tests.length === 0 || product.length === 0 || keepsBehaviour(evidence)) return;
    const counts = proof.runs.map((run) => ({ run, census: censusOf(run) }));
    const ran = counts.flatMap(({ census }) => (census === null ? [] : [census])).reduce((sum, { passed }) => sum + passed, 0);
    if (ran === 0 || counts.some(({ run, census }) => pointOf(run) === 'red' && isNoticing(run.command, census, evidence))) return;
    yield {
      effect: 'warn', source: 'verify_logs',
      message: `${count(tests.length, 'changed test')} (${named(tests)}) ${tests.length === 1 ? 'passes' : 'pass'} on the product of the base as well, so ${tests.length === 1 ? 'it notices' : 'they notice'} nothing of what changed in ${product.slice(0, 2).map(({ path }) => path).join(', ')}${product.length > 2 ? ` and ${product.length - 2} more` : ''}. Let a test fail without the change`,
      evidence: proof.runs.map(({ command }) => `$ ${briefly(command ?? '')}`).concat(tests.slice(0, NAMED).map(({ name }) => clean(name))).join('\n'),
      ...(tests[0] === undefined ? {} : { at: { file: tests[0].file.path, line: tests[0].line.at } }),
    };
  },
};

/** Tests that are new or whose checks are other ones. */
function changedTests({ tests: { added, kept } }: Evidence) {
  const changed = kept.filter(({ old, now }) => old.body !== now.body && now.assertions.some(({ line }) => line.side === 'added')).map(({ now }) => now);
  return [...added, ...changed].filter(({ isGroup, name }) => !isGroup && name !== '');
}

/** Where code was only taken away nothing is there that a test could notice. */
const isChangedProduct = ({ role, change, hunks }: DiffFile): boolean =>
  role === 'source' && change !== 'deleted' && hunks.some(({ lines }) => lines.some(({ side, code }) => side === 'added' && /\w/.test(code)));

/** What the task wants to stay as it is holds before and after it; tests of what is there already hold, too. */
function keepsBehaviour({ asks }: Evidence): boolean {
  return !asks.has('feature') && !asks.has('fix') && ['refactor', 'performance', 'dependency', 'docs', 'tests', 'removal'].some((kind) => asks.has(kind as 'refactor'));
}

/** A failure that the base had already notices nothing; one without a name may be a file that cannot be loaded there. */
function isNoticing(command: string | null, census: ReturnType<typeof censusOf>, { trials }: Evidence): boolean {
  const base = trials?.base?.runs.find((one) => one.command === command);
  if (base === undefined || census === null || census.failures.length === 0) return true;
  const known = new Set(failuresIn(base).map(({ name }) => lastOf(name)));
  return census.failures.some(({ name }) => !known.has(lastOf(name)));
}
