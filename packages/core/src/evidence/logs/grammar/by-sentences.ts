import type { Docs, Out, Recognizer, Reducer, ToolKind } from '../../../model/index.js';

/** One line that a tool prints, and what it says. Patterns are anchored and their repeats bounded. */
export interface Sentence {
  readonly when: RegExp;
  readonly says?: (out: Out, found: RegExpExecArray) => void;
  /** Counts only behind a line that opened the tool's block. */
  readonly inside?: true;
  /** Tried on the whole line, however long; for reports on one line. */
  readonly whole?: true;
  /** Opens or ends the block in which `noise` is the tool's. */
  readonly then?: 'open' | 'closed';
}

export interface Told {
  readonly tool: string;
  readonly kind: ToolKind;
  readonly docs: Docs;
  readonly marks: readonly string[];
  readonly sentences: readonly Sentence[];
  /** Lines that are the tool's, and say nothing, while its block is open. */
  readonly noise?: RegExp;
}

// Sentences are short; of a longer line only the head is looked at.
const HEAD = 1000;

/** A recognizer for a tool whose lines speak for themselves, one by one. */
export function bySentences({ sentences, noise, ...told }: Told): Recognizer {
  return {
    ...told,
    open(): Reducer {
      let isOpen = false;
      return {
        read(line, _at, out) {
          if (line === '') return isOpen;
          const head = line.length > HEAD ? line.slice(0, HEAD) : line;
          for (const { when, says, inside, then, whole } of sentences) {
            if (inside && !isOpen) continue;
            const found = when.exec(whole ? line : head);
            if (!found) continue;
            says?.(out, found);
            if (then) isOpen = then === 'open';
            return true;
          }
          return isOpen && noise !== undefined && noise.test(head);
        },
        end() { /* each line speaks for itself */ },
      };
    },
  };
}

export const number = (text: string | undefined): number => Number(text ?? 0);

/** A closing statement with counts of problems. */
export function sayProblems(out: Out, errors: number, warnings: number): void {
  out.say({ kind: 'closed', ok: errors === 0 });
  if (warnings > 0) out.say({ kind: 'soft', what: 'warning', amount: warnings });
}

export function sayError(out: Out, file: string | undefined, line: string | undefined): void {
  out.say({ kind: 'diagnostic', level: 'error', file: file ?? null, line: line === undefined ? null : Number(line) });
}

export const sayGate = (out: Out, found: RegExpExecArray): void => {
  out.say({ kind: 'gate', name: (found[1] ?? found[0]).trim() });
};

export const sayGreen = (out: Out): void => {
  out.say({ kind: 'closed', ok: true });
};

export const sayRed = (out: Out): void => {
  out.say({ kind: 'closed', ok: false });
};

export const sayNothingRan = (out: Out): void => {
  out.say({ kind: 'no-tests' });
};
