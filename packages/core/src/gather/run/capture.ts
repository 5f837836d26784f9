import { StringDecoder } from 'node:string_decoder';

/** What is shown of each end of a long stream, and what is kept beyond each cut so that a secret is seen whole. In bytes. */
const SHOWN = 32 * 1024;
const CONTEXT = 64 * 1024;
const KEPT = SHOWN + CONTEXT;

/** The two ends of a stream in bounded memory: whole up to 64 KiB, else its first and last 32 KiB. */
export class Capture {
  readonly #name: 'stdout' | 'stderr';
  readonly #head = Buffer.alloc(KEPT);
  /** The bytes behind the head, the last KEPT of them: a ring. */
  readonly #tail = Buffer.alloc(KEPT);
  #total = 0;

  constructor(name: 'stdout' | 'stderr') {
    this.#name = name;
  }

  write(chunk: Buffer): void {
    const first = Math.max(0, Math.min(chunk.length, KEPT - this.#total));
    if (first > 0) chunk.copy(this.#head, this.#total, 0, first);
    const from = Math.max(first, chunk.length - KEPT);
    const start = this.#total + from - KEPT;
    this.#total += chunk.length;
    if (from >= chunk.length) return;
    const at = start % KEPT;
    const fits = Math.min(chunk.length - from, KEPT - at);
    chunk.copy(this.#tail, at, from, from + fits);
    chunk.copy(this.#tail, 0, from + fits);
  }

  /** The text as it may be kept: hidden first, with 64 KiB of context beyond each cut, and cut then. */
  text(hide: (text: string) => string): string {
    if (this.#total <= 2 * SHOWN) return hide(decoded(this.#head.subarray(0, this.#total)));
    const head = Buffer.from(hide(decoded(this.#head.subarray(0, Math.min(this.#total, KEPT)))));
    const tail = Buffer.from(hide(decoded(this.#last())));
    const first = head.subarray(0, edgeBefore(head, SHOWN));
    const last = tail.subarray(edgeAfter(tail, Math.max(0, tail.length - SHOWN)));
    const omitted = Math.max(0, this.#total - first.length - last.length);
    const mark = `[${this.#name} truncated: omitted ${omitted} bytes; showing first ${first.length} and last ${last.length} bytes]`;
    return `${first.toString()}\n${mark}\n${last.toString()}`;
  }

  /** The last KEPT bytes of the whole stream. */
  #last(): Buffer {
    const behind = this.#total - KEPT;
    if (behind <= 0) return this.#head.subarray(0, this.#total);
    if (behind < KEPT) return Buffer.concat([this.#head.subarray(behind), this.#tail.subarray(0, behind)]);
    const at = behind % KEPT;
    return Buffer.concat([this.#tail.subarray(at), this.#tail.subarray(0, at)]);
  }
}

/** Invalid bytes become U+FFFD. */
function decoded(bytes: Buffer): string {
  const decoder = new StringDecoder('utf8');
  return decoder.write(bytes.subarray(edgeAfter(bytes, 0))) + decoder.end();
}

/** The nearest edge between characters at or before `at`; at most three bytes away in UTF-8. */
function edgeBefore(bytes: Buffer, at: number): number {
  let edge = Math.min(at, bytes.length);
  while (edge > 0 && at - edge < 3 && isContinuation(bytes[edge])) edge -= 1;
  return edge;
}

function edgeAfter(bytes: Buffer, at: number): number {
  let edge = at;
  while (edge < bytes.length && edge - at < 3 && isContinuation(bytes[edge])) edge += 1;
  return edge;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
