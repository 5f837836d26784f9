import type { Evidence } from '../../model/index.js';
import { passedChecks } from './checks.js';
import { claimedChecks, isDoubted } from './claims.js';
import { isNamed } from './targets.js';

/** How a check speaks of an area. Both are tested on spoken names: lower case, one space between words. */
export interface Area {
  /** Words of this very area. Whole words: `author` is not `auth`. */
  readonly words: RegExp;
  /** Phrases that only share a word with the area; they are taken out first. Global. */
  readonly near?: RegExp;
}

const areas = new WeakMap<Evidence, Map<Area, boolean>>();
const targeted = new WeakMap<Evidence, Map<string, boolean>>();

/**
 * A passed check speaks of the area, or of one of the targets: the symbols or the module that were changed, by name. A
 * sentence of the builder counts in reported grade, when it says that such a check passed and no log says otherwise.
 */
export function isCovered(area: Area, targets: readonly string[], evidence: Evidence): boolean {
  return (
    once(areas, evidence, area, () => isCoveredBy((name) => isOfArea(area, name), evidence)) ||
    targets.some((target) => once(targeted, evidence, target, () => isCoveredBy((name) => isNamed(target, name), evidence)))
  );
}

/** The same with the caller's own reading of a spoken name: for secrets the datum counts. */
export function isCoveredBy(speaks: (spokenName: string) => boolean, evidence: Evidence): boolean {
  if (passedChecks(evidence).names.some(speaks)) return true;
  return claimedChecks(evidence).some(speaks) && !isDoubted(evidence);
}

export function isOfArea({ words, near }: Area, name: string): boolean {
  return words.test(near ? name.replace(near, ' ') : name);
}

function once<Key>(memory: WeakMap<Evidence, Map<Key, boolean>>, evidence: Evidence, key: Key, answer: () => boolean): boolean {
  const known = memory.get(evidence) ?? new Map<Key, boolean>();
  memory.set(evidence, known);
  const before = known.get(key);
  if (before !== undefined) return before;
  const now = answer();
  known.set(key, now);
  return now;
}
