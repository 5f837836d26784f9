/** Whether one of the words, written in lower case, stands in the text, whatever the text's case. */
export function holdsOne(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}
