import type { Tier } from '../types.js';

/**
 * A vendor's token, as its documentation shows it. `pattern` is tried where `anchor` stands (`back` characters before
 * it, for a mark inside the token); every quantifier is bounded. Group 1, when there is one, is the secret part.
 */
export interface Provider {
  readonly id: string;
  readonly anchor: string;
  readonly pattern: string;
  readonly tier: Tier;
  readonly back: number;
}

type Row = readonly [id: string, anchor: string, pattern: string, tier?: Tier, back?: number];

/** Rows of a table; a pattern that begins with `~` stands for the anchor followed by the rest. */
export function providersOf(rows: readonly Row[]): readonly Provider[] {
  return rows.map(([id, anchor, pattern, tier = 'flag', back = 0]) => ({
    id,
    anchor,
    pattern: pattern.startsWith('~') ? anchor.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + pattern.slice(1) : pattern,
    tier,
    back,
  }));
}
