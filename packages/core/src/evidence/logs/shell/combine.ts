import type { Says } from './simple.js';

const ORDER: readonly Says[] = ['same', 'fails', 'true', 'shows', 'chore', 'empty', 'masked', 'check'];
export const stronger = (a: Says, b: Says): Says => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b);

export const isRun = (says: Says): boolean => says === 'check' || says === 'empty' || says === 'masked';

/** `if condition; then …; else …`. Without a check in the condition, status 0 may also say that there was nothing to do. */
export function branchOf(condition: Says, then: Says, other: Says): Says {
  if (other === 'fails') return bothOf(condition, then);
  if (condition === 'check' || condition === 'empty') return other === 'check' && then !== 'fails' ? 'check' : 'masked';
  if (then === other) return then;
  const ran = stronger(then, other);
  return ran === 'check' ? 'empty' : ran;
}

/** `a && b`: both ended with 0. */
export function bothOf(a: Says, b: Says): Says {
  if (a === 'fails' || b === 'fails') return 'fails';
  if (a === 'masked' || b === 'masked') return a === 'check' || b === 'check' ? 'check' : 'masked';
  return stronger(a, b);
}

/** `a || b`: one of them did. */
export function eitherOf(a: Says, b: Says): Says {
  if (b === 'fails' || b === 'same' || a === 'true') return a;
  if (b === 'check' || a === 'masked' || a === 'fails') return a === 'fails' ? b : a;
  return isRun(a) ? 'masked' : a;
}

/** `a; b`: nobody hears of `a`, unless the shell stops at what fails. */
export function sequenceOf(a: Says, b: Says, stops: boolean): Says {
  if (stops || b === 'same') return bothOf(a, b);
  if (b === 'check' || b === 'empty') return b;
  if (isRun(a)) return b === 'shows' ? 'empty' : 'masked';
  return b;
}
