import { openUtf8 } from '../utf8.js';

/** A line without an end is held back up to this many characters. */
const HELD = 64 * 1024;

/**
 * Decodes one stream and hands it on in whole lines, so that stdout and stderr, read by turns, do not cut each other's
 * lines. Invalid bytes become U+FFFD.
 */
export class LineChunks {
  readonly #decoder = openUtf8();
  readonly #sink: (text: string) => void;
  #held: string[] = [];
  #size = 0;

  constructor(sink: (text: string) => void) {
    this.#sink = sink;
  }

  write(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) this.#give(text.slice(0, end));
    if (end < text.length) this.#hold(text.slice(end));
  }

  end(): void {
    this.#give(this.#decoder.end());
  }

  #hold(text: string): void {
    this.#held.push(text);
    this.#size += text.length;
    if (this.#size > HELD) this.#give('');
  }

  #give(text: string): void {
    const whole = this.#held.join('') + text;
    this.#held = [];
    this.#size = 0;
    if (whole !== '') this.#sink(whole);
  }
}
