import type { DiffLine } from '../../model/index.js';
import type { DraftHunk } from './draft.js';

// `@@ -1,7 +1,9 @@ section` (POSIX diff -u, git 2.x); a count that is left out is 1.
const PLAIN = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@ ?/;
// `@@@ -1,2 -1,3 +1,4 @@@`: git's combined form has one @ and one range more per parent.
const COMBINED = /^(@{3,12})((?: -\d{1,9}(?:,\d{1,9})?){2,11}) \+(\d{1,9})(?:,\d{1,9})? @{3,12} ?/;
// `@@`, `@@ ... @@`: written by hand, counts nothing.
const BARE = /^@@(?:$|[ .])/;

/** A hunk that is being read: it knows what its header still promises and at which lines both sides are. */
export class OpenHunk {
  readonly hunk: DraftHunk;
  /** Columns of marks in front of a body line: one per parent. */
  readonly columns: number;
  #oldLeft: number;
  #newLeft: number;
  #oldAt: number;
  #newAt: number;

  /** The hunk that a line opens, or null when it is no hunk header. */
  static of(line: string): OpenHunk | null {
    const plain = PLAIN.exec(line);
    if (plain !== null) return new OpenHunk(line.slice(plain[0].length), [Number(plain[1]), Number(plain[3])], [Number(plain[2] ?? 1), Number(plain[4] ?? 1)], 1);
    const combined = COMBINED.exec(line);
    if (combined === null) return BARE.test(line) ? OpenHunk.bare() : null;
    const old = Number(/\d+/.exec(combined[2] ?? '')?.[0] ?? 0);
    return new OpenHunk(line.slice(combined[0].length), [old, Number(combined[3])], null, (combined[1]?.length ?? 2) - 1);
  }

  /** The lines of a file that has no hunk header. */
  static bare(): OpenHunk {
    return new OpenHunk('', null, null, 1);
  }

  private constructor(section: string, starts: readonly [number, number] | null, counts: readonly [number, number] | null, columns: number) {
    [this.#oldAt, this.#newAt] = starts ?? [0, 0];
    [this.#oldLeft, this.#newLeft] = counts ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    this.columns = columns;
    this.hunk = { oldStart: this.#oldAt, newStart: this.#newAt, section, numbered: starts !== null, lines: [] };
  }

  /** The header says how many lines there are. */
  get isCounted(): boolean {
    return this.#newLeft !== Number.POSITIVE_INFINITY;
  }

  /** As many lines were read as the header promises, or more. */
  get isFull(): boolean {
    return this.#oldLeft <= 0 && this.#newLeft <= 0;
  }

  /** Exactly one line of each side is still promised. */
  get wantsOnePair(): boolean {
    return this.#oldLeft === 1 && this.#newLeft === 1;
  }

  /** A body line, its marks in front. */
  add(line: string): void {
    const marks = this.columns === 1 ? (line[0] ?? '') : line.slice(0, this.columns);
    this.push(marks.includes('-') ? 'removed' : marks.includes('+') ? 'added' : 'context', line.slice(this.columns));
  }

  push(side: DiffLine['side'], text: string): void {
    this.hunk.lines.push({ at: this.hunk.numbered ? (side === 'removed' ? this.#oldAt : this.#newAt) : 0, side, text, code: text });
    if (side !== 'added') {
      this.#oldAt += 1;
      this.#oldLeft -= 1;
    }
    if (side !== 'removed') {
      this.#newAt += 1;
      this.#newLeft -= 1;
    }
  }
}
