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

/** Whether the line, which belongs to no hunk, begins a part of a change in a form that is not read. */
export function isForeign(line: string): boolean {
  if (!FIRST.test(line) || line.length > 4_000) return false;
  return FORMS.some((form) => form.test(line));
}

/** `git diff --word-diff`: what changed stands inside of the lines. */
export const isWordDiff = (line: string): boolean => line.length < 4_000 && ((line.includes('{+') && line.includes('+}')) || (line.includes('[-') && line.includes('-]')));
