import { oneLine, type Redactor, shown } from '@verifier/core';

const LONGEST_TEXT = 4000;

/** A model's words as one line, without secrets. */
export const lineOf = ({ redact }: Redactor, text: string): string => oneLine(redact(text));

/** A model's words as they may be shown and kept: lines stay, nothing steers a terminal. */
export function textOf({ redact }: Redactor, text: string): string {
  // Redacted before it is cut: half a secret looks like none.
  const lines = redact(text).slice(0, LONGEST_TEXT).split('\n').map(shown);
  return lines.join('\n').trim();
}
