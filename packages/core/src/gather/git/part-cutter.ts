const NEWLINE = 10;

/** What is kept of a patch, in bytes. Beyond it content is cut, with a mark in its place. */
export interface PatchLimits {
  readonly file: number;
  readonly total: number;
}

/** A line longer than this many bytes may be cut inside. */
const LONG = 4096;
const NOTHING = Buffer.alloc(0);

/**
 * Lets the bytes of each file's part through up to the limits, cuts before the line that crosses them (in a long line
 * between two characters), and says how much is missing. How the bytes come in pieces makes no difference.
 */
export class PartCutter {
  readonly #limits: PatchLimits;
  readonly #give: (piece: Buffer) => void;
  #part = 0;
  #total = 0;
  #omitted = 0;
  /** The beginning of a line whose end is not known yet. */
  #held = NOTHING;
  /** Bytes of the last line that were let through already. */
  #inLine = 0;

  constructor(limits: PatchLimits, give: (piece: Buffer) => void) {
    this.#limits = limits;
    this.#give = give;
  }

  open(): void {
    this.#part = 0;
    this.#omitted = 0;
    this.#held = NOTHING;
    this.#inLine = 0;
  }

  write(piece: Buffer): void {
    if (this.#omitted > 0) {
      this.#omitted += piece.length;
      return;
    }
    const data = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    this.#held = NOTHING;
    const room = Math.max(0, Math.min(this.#limits.file - this.#part, this.#limits.total - this.#total));
    // The line that names a file comes first, as a piece of its own, and is always let through.
    const isCut = this.#part > 0 && data.length > room;
    const end = isCut ? room : data.length;
    const line = end === 0 ? 0 : data.lastIndexOf(NEWLINE, end - 1) + 1;
    const length = (line > 0 ? 0 : this.#inLine) + end - line;
    const kept = length <= LONG ? line : wholeCharacters(data, end);
    if (isCut) this.#omitted = data.length - kept;
    else if (kept < data.length) this.#held = Buffer.from(data.subarray(kept));
    this.#pass(data.subarray(0, kept));
  }

  /** How many bytes of this part were left out. */
  close(): number {
    this.#pass(this.#held);
    const omitted = this.#omitted;
    if (omitted > 0) this.#give(Buffer.from(`${this.#inLine > 0 ? '\n' : ''}\\ verifier: cut here, ${omitted} bytes of this file's patch are left out\n`));
    this.open();
    return omitted;
  }

  #pass(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#part += piece.length;
    this.#total += piece.length;
    const line = piece.lastIndexOf(NEWLINE) + 1;
    this.#inLine = (line > 0 ? 0 : this.#inLine) + piece.length - line;
    this.#give(piece);
  }
}

// The end of the last character that is known to be whole: one of more than one byte may go on in the next piece.
function wholeCharacters(data: Buffer, end: number): number {
  for (let at = end - 1; at >= Math.max(0, end - 4); at -= 1) {
    const byte = data[at] ?? 0;
    if (byte < 0x80) return end;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return at + length <= end ? at + length : at;
  }
  return end;
}
