import type { Piece } from '../piece.js';

/** A check as a language's reader finds it. */
export interface FoundAssertion {
  readonly from: number;
  readonly to: number;
  readonly matcher: string;
  readonly args: readonly string[];
  /** Where the condition stands, when it is on another line. */
  readonly lineFrom?: number;
  readonly isHelper?: boolean;
  /** A promise that nobody waits for, or whose rejection is dropped. */
  readonly isDropped?: boolean;
}

export type AssertionReader = (piece: Piece, helpers: ReadonlySet<string>) => FoundAssertion[];

/** More are read from no piece. */
export const MOST_ASSERTIONS = 20_000;
/** Names that say that they check. */
export const HELPER = /^(?:assert|expect|verify|check|should|must|require|ensure|validate)(?=[A-Z_]|$)/;
