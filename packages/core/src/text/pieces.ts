const MOST = 1_024;

/** Puts a long text together from many small pieces; joining hundreds of thousands at once costs V8 more than their length. */
export class Pieces {
  #done = '';
  #open: string[] = [];

  push(...pieces: readonly string[]): void {
    this.#open.push(...pieces);
    if (this.#open.length < MOST) return;
    this.#done += this.#open.join('');
    this.#open = [];
  }

  text(): string {
    return this.#done + this.#open.join('');
  }
}
