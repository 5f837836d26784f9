const NEWLINE = 10;

/** What is kept of a patch, in bytes. Beyond it content is cut, with a mark in its place. */
export interface PatchLimits {
  readonly file: number;
  readonly total: number;
}

/** Lets the bytes of each file's part through up to the limits, cuts at a line where it can, and says how much is missing. */
export class PartCutter {
  readonly #limits: PatchLimits;
  readonly #give: (piece: Buffer) => void;
  #part = 0;
  #total = 0;
  #omitted = 0;
  #midLine = false;

  constructor(limits: PatchLimits, give: (piece: Buffer) => void) {
    this.#limits = limits;
    this.#give = give;
  }

  open(): void {
    this.#part = 0;
    this.#omitted = 0;
  }

  write(piece: Buffer): void {
    const room = this.#omitted > 0 ? 0 : Math.max(0, Math.min(this.#limits.file - this.#part, this.#limits.total - this.#total));
    // The line that names a file is always let through.
    const kept = piece.length <= room || this.#part === 0 ? piece : piece.subarray(0, cutAt(piece, room));
    this.#omitted += piece.length - kept.length;
    if (kept.length === 0) return;
    this.#part += kept.length;
    this.#total += kept.length;
    this.#midLine = kept[kept.length - 1] !== NEWLINE;
    this.#give(kept);
  }

  /** How many bytes of this part were left out. */
  close(): number {
    const omitted = this.#omitted;
    if (omitted > 0) this.#give(Buffer.from(`${this.#midLine ? '\n' : ''}\\ verifier: cut here, ${omitted} bytes of this file's patch are left out\n`));
    this.#midLine = false;
    this.open();
    return omitted;
  }
}

/** The end of the last whole line within `room`; in a line that is longer than that, the end of its last whole character. */
function cutAt(piece: Buffer, room: number): number {
  const line = room === 0 ? -1 : piece.lastIndexOf(NEWLINE, room - 1);
  if (line >= 0) return line + 1;
  let at = room;
  while (at > 0 && ((piece[at] ?? 0) & 0xc0) === 0x80) at -= 1;
  return at;
}
