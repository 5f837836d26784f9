import type { Out } from '../../../model/index.js';

export interface HeldFailure {
  readonly name: string;
  readonly file: string | null;
  readonly at: number;
  readonly text: string;
}

/** Failures whose place stands some lines below their name. Bounded: beyond 200 they are told without a place. */
export interface HeldFailures {
  hold(failure: HeldFailure, out: Out): void;
  /** Tells all that wait; a place counts only in the failure's own file, when that is known. */
  tell(out: Out, place?: { readonly file: string; readonly line: number } | null): void;
  readonly waiting: number;
  /** How many were told since the last `reset`. */
  readonly told: number;
  reset(): void;
}

const LIMIT = 200;

export function holdFailures(): HeldFailures {
  let held: HeldFailure[] = [];
  let told = 0;
  const tell: HeldFailures['tell'] = (out, place = null) => {
    for (const { name, file, at, text } of held) {
      const here = place !== null && (file === null || file === place.file || place.file.endsWith(`/${file}`) || file.endsWith(`/${place.file}`));
      out.say({ kind: 'failure', name, file: file ?? (here ? place.file : null), line: here ? place.line : null, from: at, text });
    }
    told += held.length;
    held = [];
  };
  return {
    hold(failure, out) {
      if (held.length >= LIMIT) tell(out);
      held.push(failure);
    },
    tell,
    get waiting() {
      return held.length;
    },
    get told() {
      return told;
    },
    reset() {
      held = [];
      told = 0;
    },
  };
}
