import type { Tier } from '../types.js';

/**
 * A vendor's token, as its documentation shows it. `pattern` is tried where `anchor` stands (`back` characters before
 * it, for a mark inside the token); `~` at its start stands for the anchor; every quantifier is bounded. Group 1, when
 * there is one, is the secret part.
 */
export interface Provider {
  readonly id: string;
  readonly anchor: string;
  readonly pattern: string;
  readonly tier: Tier;
  readonly back: number;
}

type Row = readonly [id: string, anchor: string, pattern: string, tier?: Tier, back?: number];

/** Rows of a table. */
export function providersOf(rows: readonly Row[]): readonly Provider[] {
  return rows.map(([id, anchor, pattern, tier = 'flag', back = 0]) => ({ id, anchor, pattern, tier, back }));
}

/** The pattern as an expression, to be tried at one place. */
export function expressionOf({ anchor, pattern }: Provider): RegExp {
  return new RegExp(pattern.startsWith('~') ? anchor.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + pattern.slice(1) : pattern, 'yd');
}
