import type { Evidence, Finding, Rule, Run, Trial } from '../../model/index.js';
import { briefly } from '../../text/one-line.js';
import { redact } from '../../text/redact/index.js';
import { censusOf, type Failure, failuresIn, lastOf } from '../verification/census.js';
import { pointOf } from '../verification/points.js';
import { clean, count } from './explain.js';
import { reasonFor } from './held-tests.js';

const NAMED = 3;
const QUOTED = 12;

export const rule: Rule = {
  id: 'integrity/base-tests-fail',
  docs: {
    title: 'A test of the base fails on what was changed',
    why: 'The suite is green because the test was bent, not because the product is right: with the tests and runner settings of the base the same product is red.',
    fix: 'Run the quoted command, mend the product until the test of the base holds, or say in the task that this behaviour is to change.',
    since: '0.1.0',
  },
  *check(evidence) {
    const restored = evidence.trials?.restored;
    if (restored === undefined) return;
    if (restored.obstacle !== null) yield { effect: 'note', source: 'system', message: `What was changed was not run under the tests of the base: ${restored.obstacle}` };
    for (const [at, run] of restored.runs.entries()) {
      const finding = findingOf(run, restored.again[at] ?? null, restored, evidence);
      if (finding !== null) yield finding;
    }
  },
};

function findingOf(run: Run, again: Run | null, restored: Trial, evidence: Evidence): Omit<Finding, 'rule'> | null {
  if (pointOf(run) !== 'red') return null;
  const command = run.command ?? '';
  const about = { source: 'verify_logs', effect: 'note' } as const;
  if (again !== null && pointOf(again) !== 'red') return { ...about, message: `\`${briefly(command)}\` failed once and passed once under the tests of the base, so nothing is held against the change` };
  const failures = failuresOf(run, again, evidence);
  const census = censusOf(run);
  if (failures.length === 0) {
    if ((census?.failed ?? 0) > 0) return null; // what fails was red at the base and is red with the change: the checks say it
    return { ...about, message: `Under the tests of the base \`${briefly(command)}\` came to no result: its tests could not be loaded or built` };
  }
  const red = redAtBase(command, evidence);
  const open = failures.filter((failure) => reasonFor(failure, red.has(lastOf(failure.name)), evidence) === null);
  const told = open.length === 0 ? failures : open;
  const listed = `${told.slice(0, NAMED).map(({ name }) => `\`${clean(name)}\``).join(', ')}${told.length > NAMED ? ` and ${told.length - NAMED} more` : ''}`;
  const [first] = told;
  const place = first?.file ?? restored.swapped[0]?.path;
  return {
    source: 'verify_logs',
    effect: open.length === 0 ? 'note' : evidence.task === '' ? 'warn' : 'block',
    message: open.length === 0
      ? `${count(told.length, 'test')} of the base ${told.length === 1 ? 'fails' : 'fail'} on what was changed, as the task or the change explains: ${listed}`
      : `${count(told.length, 'test')} of the base ${told.length === 1 ? 'fails' : 'fail'} on what was changed: ${listed} (${heldOrRed(told, red)}), although the changed tests pass. Mend the product, or say in the task that this behaviour is to change`,
    evidence: redact([...told.slice(0, QUOTED).map(({ name, text }) => (text.includes(name) ? text.trim() : name)), ...reproduction(command, restored, evidence.trials?.ref ?? '')].join('\n')),
    ...(place === undefined ? {} : { at: { file: place, line: first?.line ?? 0 } }),
  };
}

/** What failed both times, and is green with the change. */
function failuresOf(run: Run, again: Run | null, { runs }: Evidence): Failure[] {
  const now = runs.find((one) => one.executed && one.command === run.command);
  const red = new Set(now === undefined ? [] : failuresIn(now).map(({ name }) => lastOf(name)));
  const twice = again === null ? null : new Set(failuresIn(again).map(({ name }) => name));
  const seen = new Set<string>();
  return failuresIn(run).filter(({ name }) => {
    if (red.has(lastOf(name)) || twice?.has(name) === false || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

function redAtBase(command: string, { trials }: Evidence): ReadonlySet<string> {
  const base = trials?.base?.runs.find((one) => one.command === command);
  return new Set(base === undefined ? [] : failuresIn(base).map(({ name }) => lastOf(name)));
}

function heldOrRed(failures: readonly Failure[], wasRed: ReadonlySet<string>): string {
  const still = failures.filter(({ name }) => wasRed.has(lastOf(name))).length;
  if (still === failures.length) return `${failures.length === 1 ? 'it was' : 'all were'} red at the base and still ${failures.length === 1 ? 'is' : 'are'}`;
  return still === 0 ? `${failures.length === 1 ? 'it' : 'they'} held at the base` : `${failures.length - still} held at the base, ${still} were red and still are`;
}

/** What a person types to see it, in a checkout of the change. */
function reproduction(command: string, { swapped }: Trial, ref: string): string[] {
  const of = (to: 'other' | 'part' | 'gone') => swapped.filter((one) => one.to === to).map(({ path }) => quoted(path));
  const [back, gone, part] = [of('other'), of('gone'), of('part')];
  return [
    'To see it, in a copy of the change:',
    ...(back.length === 0 ? [] : [`git checkout ${ref} -- ${back.join(' ')}`]),
    ...(gone.length === 0 ? [] : [`rm -- ${gone.join(' ')}`]),
    ...(part.length === 0 ? [] : [`# and in ${part.join(', ')} what steers the runner, as at ${ref}`]),
    command,
  ];
}

const quoted = (path: string): string => (/^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);
