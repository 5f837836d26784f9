/** What is looked at of a summary line, in UTF-16 units. */
const LIMIT = 2000;
const PAIR = /(\d{1,9}) ([A-Za-z]{1,30})/g;
const LABEL = /([A-Za-z][A-Za-z ]{0,40}):\s{0,12}(\d{1,9})/g;

/** `3 passed, 1 failed` as word → number; words in lower case. A word that occurs twice is added up. */
export function countsIn(text: string): Counts {
  const counts = new Counts();
  for (const [, amount = '0', word = ''] of text.slice(0, LIMIT).matchAll(PAIR)) counts.add(word, Number(amount));
  return counts;
}

/** `Tests run: 3, Failures: 1` as label → number; labels in lower case. */
export function labelsIn(text: string): Counts {
  const counts = new Counts();
  for (const [, label = '', amount = '0'] of text.slice(0, LIMIT).matchAll(LABEL)) counts.add(label, Number(amount));
  return counts;
}

export class Counts {
  readonly #found = new Map<string, number>();

  add(word: string, amount: number): void {
    const key = word.trim().toLowerCase();
    this.#found.set(key, (this.#found.get(key) ?? 0) + amount);
  }

  /** The sum over the given words; 0 when none occurs. */
  of(...words: readonly string[]): number {
    return words.reduce((sum, word) => sum + (this.#found.get(word) ?? 0), 0);
  }

  has(word: string): boolean {
    return this.#found.has(word);
  }
}
