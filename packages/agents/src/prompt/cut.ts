/** How much of each text a model is shown, in characters. */
export const SHOWN = { source: 40_000, summary: 20_000, diff: 200_000, code: 200_000, finding: 8000 } as const;

export interface Shown {
  readonly text: string;
  /** What was left out, in words; null when nothing was. */
  readonly cut: string | null;
}

/** The beginning of a text, with a line that says what is missing. */
export function shownOf(what: string, text: string, limit: number): Shown {
  if (text.length <= limit) return { text, cut: null };
  const cut = `${what} was cut: the model saw ${limit} of ${text.length} characters`;
  return { text: `${text.slice(0, wholeEnd(text, limit))}\n[${cut}]`, cut };
}

/** Not between the two halves of a character. */
function wholeEnd(text: string, limit: number): number {
  const code = text.charCodeAt(limit - 1);
  return code >= 0xd800 && code <= 0xdbff ? limit - 1 : limit;
}
