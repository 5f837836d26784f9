import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { GatherError } from '../model/index.js';
import { openUtf8 } from './utf8.js';

const BLOCK = 64 * 1024;
const MIB = 1024 * 1024;
/** A source may never end (`/dev/zero`). What is pushed on may be long, a text that is held must fit a string. */
const LONGEST = 8 * 1024 * MIB;
export const LONGEST_TEXT = 64 * MIB;

/**
 * Reads a file as UTF-8 in blocks of 64 KiB (invalid bytes become U+FFFD) and pushes it. Throws GatherError naming the flag,
 * also when there are more than `limit` bytes.
 */
export function readInto(path: string, flag: string, write: (chunk: string) => void, limit = LONGEST): void {
  const decoder = openUtf8();
  const block = Buffer.allocUnsafe(BLOCK);
  let fd: number | null = null;
  let bytes = 0;
  try {
    fd = path === '-' ? 0 : openSync(path, 'r');
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw new GatherError(`${flag} names a folder: ${path}`);
    if (stat.isFile() && stat.size > limit) throw tooLong(path, flag, limit);
    for (let length = read(fd, block); length > 0; length = read(fd, block)) {
      bytes += length;
      if (bytes > limit) throw tooLong(path, flag, limit);
      write(decoder.write(length === BLOCK ? block : block.subarray(0, length)));
    }
    const rest = decoder.end();
    if (rest !== '') write(rest);
  } catch (error) {
    if (error instanceof GatherError) throw error;
    throw new GatherError(`cannot read ${path} (${flag}): ${reasonOf(error)}`, { cause: error });
  } finally {
    if (fd !== null && fd !== 0) closeSync(fd);
  }
}

/** The whole file as text, up to 64 MiB; see `readInto`. */
export function readText(path: string, flag: string): string {
  const chunks: string[] = [];
  readInto(path, flag, (chunk) => { chunks.push(chunk); }, LONGEST_TEXT);
  return chunks.join('');
}

const tooLong = (path: string, flag: string, limit: number): GatherError =>
  new GatherError(`${path} (${flag}) holds more than ${limit / MIB} MiB, and no more is read: name a file that ends, or a part of it`);

// A terminal or pipe that is set not to block says EAGAIN until something comes.
function read(fd: number, block: Buffer): number {
  for (;;) {
    try {
      return readSync(fd, block, 0, BLOCK, null);
    } catch (error) {
      const code = codeOf(error);
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const REASONS: Readonly<Record<string, string>> = { ENOENT: 'there is no such file', EACCES: 'it may not be read', EISDIR: 'it is a folder', ELOOP: 'its links run in a circle', ENAMETOOLONG: 'its name is too long' };
const reasonOf = (error: unknown): string => REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
