import type { Out, Reducer } from '../../../model/index.js';
import { firstCharacters, OTHER } from './first-characters.js';
import { isOuterFailure } from './outer.js';

/** What the rows of one run share: a place that stands before or behind its failure, and numbers to add up. */
export interface Memory {
  file: string | null;
  line: number | null;
  /** Anything a row wants to find again: a heading, a flag. */
  readonly notes: Map<string, string>;
  readonly sums: Map<string, number>;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** One form of line. Without `say` it is noise. */
export interface Row {
  readonly when: RegExp;
  /** Returning `false`: the line is not this tool's after all; anything else claims it. */
  readonly say?: (groups: Groups, out: Out, memory: Memory, line: string, at: number) => unknown;
  /** From here on every line is the tool's, until a row that closes. */
  readonly opens?: boolean;
  /** The tool's closing statement. */
  readonly closes?: boolean;
  /** Only inside an open session. */
  readonly inside?: boolean;
}

export interface Table {
  readonly rows: readonly Row[];
  /** Said at the end when a session was opened and never closed. */
  readonly unfinished?: string;
  /** Lines behind a row that opens are not claimed by themselves. */
  readonly isOpenRegion?: boolean;
  readonly end?: (out: Out, memory: Memory) => void;
}

// Every pattern of a row is anchored and bounded, so a long line costs no more than a short one.
const LINE_LIMIT = 1 << 20;

/** A reducer for tools whose lines can be told apart one by one. Rows are tried in order; the first that matches speaks. */
export function openTable({ rows, unfinished, isOpenRegion = false, end }: Table): Reducer {
  const memory: Memory = { file: null, line: null, notes: new Map(), sums: new Map() };
  const byFirst: (readonly Row[] | undefined)[] = [];
  let inside = false;

  // Most lines are nobody's: only rows that can match a line with this first character are tried.
  const rowsFor = (first: number): readonly Row[] =>
    (byFirst[first] ??= rows.filter(({ when }) => firstCharacters(when)?.has(first) ?? true));

  return {
    read(line, at, out) {
      if (line === '' || line.length > LINE_LIMIT) return inside && !isOpenRegion;
      for (const { when, say, opens, closes, inside: onlyInside } of rowsFor(Math.min(line.charCodeAt(0), OTHER))) {
        if (onlyInside && !inside) continue;
        const found = when.exec(line);
        if (!found || say?.(found.groups ?? {}, out, memory, line, at) === false) continue;
        if (opens) inside = true;
        if (closes) inside = false;
        return true;
      }
      return inside && !isOpenRegion && !isOuterFailure(line);
    },
    end(out) {
      if (inside && unfinished !== undefined) out.say({ kind: 'unfinished', text: unfinished });
      end?.(out, memory);
    },
  };
}

export const numberOf = (text: string | undefined): number => Number(text ?? 0);

export const addTo = ({ sums }: Memory, key: string, amount = 1): number => {
  const sum = (sums.get(key) ?? 0) + amount;
  sums.set(key, sum);
  return sum;
};

export const placeOf = (groups: Groups): { file: string | null; line: number | null } => ({
  file: groups['file'] ?? null,
  line: groups['line'] === undefined ? null : Number(groups['line']),
});

/** `file:line: error` of a linter or compiler. */
export const sayError = (groups: Groups, out: Out): void => {
  out.say({ kind: 'diagnostic', level: 'error', ...placeOf(groups) });
};

/** A warning with its place; it counts as one. */
export const sayWarning = (groups: Groups, out: Out): void => {
  out.say({ kind: 'diagnostic', level: 'warning', ...placeOf(groups) });
  out.say({ kind: 'soft', what: 'warning', amount: 1 });
};

export const sayClosed = (ok: boolean) => (_groups: Groups, out: Out): void => {
  out.say({ kind: 'closed', ok });
};
