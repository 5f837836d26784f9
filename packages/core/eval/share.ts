/** A share with how sure it is: the 95 % interval after Wilson, which holds for few cases and for shares near 0 and 1. */
export interface Share {
  readonly part: number;
  readonly of: number;
  readonly share: number;
  readonly interval: readonly [low: number, high: number];
}

const Z = 1.959964;

/** `ofNothing`: the share when there is nothing to divide by; its interval is then everything. */
export function shareOf(part: number, of: number, ofNothing: number): Share {
  if (of === 0) return { part, of, share: ofNothing, interval: [0, 1] };
  const share = part / of;
  const middle = share + (Z * Z) / (2 * of);
  const half = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const scale = 1 + (Z * Z) / of;
  return { part, of, share: rounded(share), interval: [rounded(Math.max(0, (middle - half) / scale)), rounded(Math.min(1, (middle + half) / scale))] };
}

/** Four digits, so that a report reads the same everywhere. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
