import type { Run } from './log.js';

/**
 * A mix of the two sides of a change on which the checks are run once more: `base` is the base itself, `restored` the product
 * of the change under the tests and runner settings of the base, `proof` the tests of the change on the product of the base.
 */
export const TRIALS = ['base', 'restored', 'proof'] as const;
export type TrialKind = (typeof TRIALS)[number];

/** A file that stands in a trial otherwise than the trial's name says of the rest: with the other side's text, a part of it, or not at all. */
export interface Swapped {
  readonly path: string;
  readonly to: 'other' | 'part' | 'gone';
}

export interface Trial {
  /** Why nothing could be run, in words for a person; null when it was run. */
  readonly obstacle: string | null;
  /** One for each check, in the same order. */
  readonly runs: readonly Run[];
  /** The second try of those that were red, by their place; null for a run that was not tried again. */
  readonly again: readonly (Run | null)[];
  readonly swapped: readonly Swapped[];
}

export interface Trials extends Partial<Readonly<Record<TrialKind, Trial>>> {
  /** The commit of the base, as a person would type it. */
  readonly ref: string;
}
