import { findKeywords, type KeywordScan } from './keywords.js';

/** Whether one of the words, written in lower case, stands in the text, whatever the text's case. */
export function holdsOne(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/**
 * The same for one list that is looked for in many texts. Words are ASCII and have three characters at least: short lists of
 * texts are searched word by word, long ones in one pass each, whatever the number of words.
 */
export function lookFor(words: readonly string[]): (text: string) => boolean {
  let scan: KeywordScan | undefined;
  let isThere = false;
  const onHit = () => { isThere = true; };
  return (text) => {
    isThere = false;
    (scan ??= findKeywords([], words))(text, onHit);
    return isThere;
  };
}
