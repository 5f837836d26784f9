/** A text is handed over in pieces of this many UTF-16 units; the engine's own buffer (web-tree-sitter 0.27) holds 5,120. */
export const PIECE = 5_000;
/** Pieces that the engine may ask for, by piece of text. Code needs 2 to 4; a lexer that runs to the end again and again, thousands. */
const READS = 12;
/** Reports of progress (one is 100 steps of the parser) by 1,000 units, and for any text. Code causes 3 to 24; a text of errors, up to 100. */
const STEPS = 18;
const FIRST_STEPS = 600;

/** Milliseconds of CPU: what is lent to any text, and what each 1,000 units of it add. Code takes 0.5 to 1 ms by 1,000 units. */
const LOAN = 600;
const CREDIT = 6;

/**
 * What the parser may spend. Work is counted first, so that every machine gives the same answer. But there are texts of
 * 1,500 characters (`->->->…` as TypeScript) on which the engine's recovery takes a second for a few thousand steps; no count
 * shows them, so a credit of CPU time stands behind, and what one text overdraws the next ones lack. Code uses a tenth of it.
 */
export class Budget {
  #credit = LOAN;
  #since = 0;
  #reads = 0;
  #steps = 0;

  /** Nothing is left, and nothing will be. */
  get isGone(): boolean {
    return this.#credit <= 0;
  }

  open(length: number): void {
    this.#reads = READS * (Math.ceil(length / PIECE) + 10);
    this.#steps = FIRST_STEPS + STEPS * Math.ceil(length / 1_000);
    this.#credit += (CREDIT * length) / 1_000;
    this.#since = cpu();
  }

  /** False: the engine asks for the text too often. */
  read(): boolean {
    this.#reads -= 1;
    return this.#reads >= 0;
  }

  /** False: the text is too costly. */
  step(): boolean {
    this.#steps -= 1;
    return this.#steps >= 0 && this.#reads >= 0 && cpu() - this.#since < this.#credit;
  }

  close(): void {
    this.#credit = Math.min(LOAN, this.#credit - (cpu() - this.#since));
  }
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
