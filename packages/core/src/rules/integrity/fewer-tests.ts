import type { Evidence, Rule } from '../../model/index.js';
import { redact } from '../../text/redact/index.js';
import { briefly } from '../../text/one-line.js';
import { type Compared, comparedIn, gainedNames, lastOf, lostNames } from '../verification/census.js';
import { pointOf } from '../verification/points.js';
import { rule as buildTag } from './build-tag.js';
import { rule as commandReplaced } from './command-replaced.js';
import { rule as discoveryNarrowed } from './discovery-narrowed.js';
import { clean, count, nameOf, productOf } from './explain.js';
import { rule as testFocused } from './test-focused.js';
import { rule as testsFiltered } from './tests-filtered.js';

/** Named in a message, and quoted as evidence. */
const NAMED = 3;
const QUOTED = 20;
const MOST_WORDS = 30;
/** Rules that find in the diff what keeps tests from running: where one blocks, the number is told beside it and blocks no second time. */
const CAUSES = [buildTag, commandReplaced, discoveryNarrowed, testFocused, testsFiltered];
/** A shorter word stands in names by chance. */
const SHORTEST = 3;
/** Code that says which tests are run is no product. */
const OF_TESTS = /tests?\b|specs?\b|suite/i;

export const rule: Rule = {
  id: 'integrity/fewer-tests',
  docs: {
    title: 'Fewer tests were executed than at the base',
    why: 'A test that is no longer executed cannot fail, whatever keeps it from running: a filter, a configuration, the environment, or that it is gone.',
    fix: 'Let the named tests run again, or say in the task why they go.',
    since: '0.1.0',
  },
  *check(evidence) {
    const { trials } = evidence;
    if (trials?.base === undefined) return;
    if (trials.base.obstacle !== null) yield unknown(`The base was not run: ${trials.base.obstacle}`);
    const compared = comparedIn(evidence);
    for (const base of trials.base.runs) {
      const one = compared.find((other) => other.base === base);
      if (one === undefined) {
        if (pointOf(base) === 'red') yield unknown(`At the base \`${briefly(base.command ?? '')}\` gave no result to compare with${base.exit?.timedOut === true ? ', since it timed out' : ''}`);
        continue;
      }
      const finding = findingOf(one, evidence);
      if (finding !== null) yield finding;
    }
  },
};

const unknown = (why: string) => ({ effect: 'note', source: 'system', message: `${why}. Which tests were executed there is not known` }) as const;

function findingOf(one: Compared, evidence: Evidence): ReturnType<Rule['check']> extends Iterable<infer F> ? F | null : never {
  const { run, before, now } = one;
  const executed = (census: Compared['now']) => (census === null ? 0 : census.passed + census.failed);
  // Tests that are skipped now are told as such.
  const gone = executed(before) + before.skipped - executed(now) - (now?.skipped ?? 0);
  const lost = lostNames(one);
  const open = lost === null ? null : openNames(lost, gainedNames(one), now?.skipped ?? 0, before.skipped, evidence);
  if (gone <= 0 && (open === null || open.length === 0)) return null;
  const explained = evidence.tests.removed.filter(({ isGroup }) => !isGroup).length;
  const isOpen = open === null ? gone > explained : open.length > 0;
  const names = open !== null && open.length > 0 ? open : (lost ?? []);
  const listed = names.length === 0 ? '' : `: ${names.slice(0, NAMED).map((name) => `\`${clean(name)}\``).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`;
  return {
    effect: isOpen && pointOf(run) !== 'red' ? effectOf(open, evidence) : 'note',
    source: 'verify_logs',
    message: `\`${briefly(run.command ?? '')}\` executed ${count(executed(before), 'test')} at the base and ${executed(now)} with the change${names.length === 0 ? '' : `, and ${names.length === 1 ? 'one is' : `${names.length} are`} gone${listed}`}. ${isOpen ? 'Let them run again, or say in the task why they go' : 'The diff shows why, and is judged for it'}`,
    ...(names.length === 0 ? {} : { evidence: redact(names.slice(0, QUOTED).join('\n')) }),
  };
}

/** By names nobody can be mistaken: what held at the base is not executed, and no line of the change speaks of it. */
function effectOf(open: readonly string[] | null, evidence: Evidence): 'block' | 'warn' {
  const { asks, task } = evidence;
  if (open === null || task === '' || asks.has('tests') || asks.has('removal')) return 'warn';
  return CAUSES.some((rule) => [...rule.check(evidence)].some(({ effect }) => effect === 'block')) ? 'warn' : 'block';
}

/**
 * Of the names that are lost those of which no changed test speaks: a test that was removed, renamed or switched off is the
 * matter of other rules. As many names that nobody explains may have been only named otherwise, or are skipped now.
 */
function openNames(lost: readonly string[], gained: readonly string[], skipped: number, skippedBefore: number, { tests, diff }: Evidence): string[] {
  const own = (names: readonly string[]) => new Set(names.filter((name) => name !== '').map(plain));
  const touched = tests.kept.filter(({ old, now }) => old.name !== now.name || now.switches.length > old.switches.length || now.undiscovered !== old.undiscovered);
  const gone = own([...tests.removed, ...touched.map(({ old }) => old), ...tests.becameHelpers.map(({ old }) => old)].map(({ name }) => name));
  const come = own([...tests.added, ...touched.map(({ now }) => now)].map(({ name }) => name));
  const isFocused = [...touched.map(({ now }) => now), ...tests.added].some(({ switches }) => switches.some(({ kind }) => kind === 'focused'));
  const product = productOf(diff);
  const dropped = new Set([...product.gone, ...wordsIn(product.removed.split('\n').filter((line) => !OF_TESTS.test(line)).join('\n')).filter((word) => !product.added.includes(word))].filter((word) => word.length >= SHORTEST));
  const deleted = diff.files.filter(({ change }) => change === 'deleted' || change === 'renamed').map(({ path, oldPath }) => nameOf(oldPath ?? path)).filter((name) => name.length >= SHORTEST);
  // A test of each row of a table goes with its row, and a test of each file with its file.
  const isTold = (name: string) => isFocused || speaks(gone, name) || wordsIn(name).some((word) => dropped.has(word)) || deleted.some((file) => name.includes(file));
  const open = lost.filter((name) => !isTold(name));
  const others = gained.filter((name) => !speaks(come, name)).length + Math.max(0, skipped - skippedBefore);
  return open.slice(0, Math.max(0, open.length - others));
}

const wordsIn = (text: string): string[] => text.match(/[A-Za-z_]\w{2,80}/g) ?? [];

const plain = (name: string): string => lastOf(name).replace(/[\s_]+/g, ' ').trim();

/** `test_a.A.test_one`, `a.py::test_one[1]`, `calc adds`: a runner puts groups and places before a name, and values behind it. */
function speaks(names: ReadonlySet<string>, name: string): boolean {
  const own = plain(name);
  const words = own.replace(/ ?[[(].*$/, '').split(/[ .]/).slice(-MOST_WORDS);
  return names.has(own) || words.some((_, at) => names.has(words.slice(at).join(' ')));
}
