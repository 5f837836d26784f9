const HEADER = Buffer.from('diff --git ');
const NEWLINE = 10;
const NOTHING = Buffer.alloc(0);

export interface PatchParts {
  /** The line that opens the part of a file, without its line break. */
  opened(header: Buffer): void;
  /** Bytes of that part, the header line and line breaks included. */
  bytes(piece: Buffer): void;
}

/** Splits git's patch at the files: `diff --git ` at the start of a line stands nowhere else, since body lines have a mark before them. */
export class PatchSplitter {
  readonly #parts: PatchParts;
  /** What may be the beginning of a header line that is not whole yet. */
  #held = NOTHING;
  #atLineStart = true;

  constructor(parts: PatchParts) {
    this.#parts = parts;
  }

  write(chunk: Buffer): void {
    const data = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = NOTHING;
    let at = 0;
    while (at < data.length) {
      const header = this.#atLineStart && opensAt(data, at) ? at : nextHeader(data, at);
      const end = header < 0 ? -1 : data.indexOf(NEWLINE, header);
      const whole = header >= 0 && end >= 0 && header + HEADER.length <= data.length;
      this.#give(data.subarray(at, header < 0 ? data.length : header));
      if (header >= 0 && !whole) {
        this.#held = Buffer.from(data.subarray(header));
        return;
      }
      if (header < 0) return;
      this.#parts.opened(data.subarray(header, end));
      this.#give(data.subarray(header, end + 1));
      at = end + 1;
    }
  }

  end(): void {
    this.#give(this.#held);
    this.#held = NOTHING;
  }

  #give(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#parts.bytes(piece);
    this.#atLineStart = piece[piece.length - 1] === NEWLINE;
  }
}

/** Whether a header, or as much of it as the data holds, stands here. */
function opensAt(data: Buffer, at: number): boolean {
  const length = Math.min(HEADER.length, data.length - at);
  return length > 0 && data.compare(HEADER, 0, length, at, at + length) === 0;
}

/** Where the next header begins, also one that the data cuts off; -1 when none does. */
function nextHeader(data: Buffer, from: number): number {
  const whole = data.indexOf('\ndiff --git ', from, 'latin1');
  if (whole >= 0) return whole + 1;
  const last = data.lastIndexOf(NEWLINE);
  return last >= from && last + 1 < data.length && opensAt(data, last + 1) ? last + 1 : -1;
}
