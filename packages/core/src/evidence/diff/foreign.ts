import type { DiffLine } from '../../model/index.js';

// Forms of a diff that are not read: context and plain output of diff(1), apply_patch, and unified diffs that are quoted or
// indented. Each stands at the start of a line that belongs to no hunk.
const FORMS = [
  /^\*\*\* \d{1,9}(?:,\d{1,9})? \*{4}$/, // diff -c: `*** 1,4 ****`
  /^\d{1,9}(?:,\d{1,9})?[acd]\d{1,9}(?:,\d{1,9})?$/, // diff: `1,2c1`
  /^\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File: )/, // apply_patch
  /^(?:> ?){1,4}(?:diff --git |@@ -\d|\+\+\+ )/,
  /^[ \t]{1,16}(?:diff --git |@@ -\d{1,9}(?:,\d{1,9})? \+\d)/,
];
const FIRST = /^[*\d> \t]/;

/** Remembers the first line of what could not be read. */
export class Unread {
  #first: string | null = null;
  #foreign: string | null = null;

  /** `isFree`: the line belongs to no hunk. */
  see(line: string, isFree: boolean): void {
    if (this.#first === null && line.trim() !== '') this.#first = line;
    if (this.#foreign === null && isFree && isForeign(line)) this.#foreign = line;
  }

  seeHunk(lines: readonly DiffLine[]): void {
    if (this.#foreign !== null || lines.some(({ side }) => side !== 'context')) return;
    this.#foreign = lines.find(({ text }) => isWordDiff(text))?.text ?? null;
  }

  /** Where no file was read, it is the first line of all. */
  line(hasFiles: boolean): { unread?: string } {
    const unread = this.#foreign ?? (hasFiles ? null : this.#first);
    return unread === null ? {} : { unread };
  }
}

/** Begins a part of a change in a form that is not read. */
function isForeign(line: string): boolean {
  if (!FIRST.test(line) || line.length > 4_000) return false;
  return FORMS.some((form) => form.test(line));
}

/** `git diff --word-diff`: what changed stands inside of the lines. */
const isWordDiff = (line: string): boolean => line.length < 4_000 && ((line.includes('{+') && line.includes('+}')) || (line.includes('[-') && line.includes('-]')));
