import type { StageCategory } from '@verifier/core';
import type { Observed } from './observe.js';

export interface Difference {
  readonly category: StageCategory;
  readonly reproduced: boolean;
  readonly what: string;
  /** Whether it speaks against the claims of the scenario, or only says that something changed. */
  readonly againstClaims: boolean;
}

/** What the head shows and none of the runs of the base does: one difference of each kind. A scenario that was not waited for says nothing. */
export function differencesOf(bases: readonly Observed[], head: Observed): Difference[] {
  if ([...bases, head].some(({ results }) => results.some(({ outcome }) => outcome === 'timed-out'))) return [];
  const found: Difference[] = [];
  const add = (what: string, category: StageCategory = 'logic', more: Partial<Difference> = {}): void => void found.push({ category, reproduced: true, what, againstClaims: true, ...more });
  const { seen, results } = head;
  if (seen.crashed && bases.every((base) => !base.seen.crashed)) add('the target crashed', 'crash');
  const failed = results.find(({ outcome, message }) => outcome === 'failed' && !bases.some((base) => base.results.some((one) => plain(one.message) === plain(message) && one.outcome === 'failed')));
  if (failed?.kind === 'assert-screen') add(failed.message, 'logic', { reproduced: false });
  else if (failed !== undefined) add(failed.message);
  else if ((seen.exitCode ?? 0) !== 0 && bases.every((base) => base.seen.exitCode !== seen.exitCode)) add(`exit code ${seen.exitCode ?? ''}`);
  const failure = seen.networkFailures.find(({ method, path, reason }) => !bases.some((base) => base.seen.networkFailures.some((one) => one.method === method && one.path === path && one.reason === reason)));
  if (failure !== undefined && failed?.message.includes(failure.reason) !== true) add(`${failure.method} ${failure.path}: ${failure.reason}`);
  const noise = seen.consoleErrors.find((line) => !bases.some((base) => base.seen.consoleErrors.some((one) => plain(one) === plain(line))));
  if (noise !== undefined) add(`a new error on the console: ${noise}`);
  const missing = seen.artifacts.find(({ path, present }) => !present && bases.some((base) => base.seen.artifacts.some((one) => one.path === path && one.present)));
  if (missing !== undefined) add(`the file ${missing.path} is missing`);
  const changed = seen.artifacts.find(({ path, present, text }) => present && bases.every((base) => base.seen.artifacts.some((one) => one.path === path && one.present && one.text !== text)));
  if (changed !== undefined) add(`the file ${changed.path} is another one than on the base`, 'logic', { againstClaims: false });
  if (seen.stdout !== undefined && failed === undefined && bases.every((base) => base.seen.stdout !== seen.stdout)) add('the output is another one than on the base', 'logic', { againstClaims: false });
  const slow = seen.perf?.find(({ name }) => !bases.some((base) => base.seen.perf?.some((one) => one.name === name) === true));
  if (slow !== undefined) add(`${slow.name} takes longer than its limit of ${slow.limitMs} ms`, 'perf');
  return found;
}

/** Times, ports, process ids and folders differ from run to run. */
const plain = (text: string): string => text.replace(/\d+/g, '#').replace(/(?:\/[\w.#@-]+)+/g, (place) => place.slice(place.lastIndexOf('/')));
