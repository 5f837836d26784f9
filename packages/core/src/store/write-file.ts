import { closeSync, constants, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Redacted } from '../model/index.js';

// A new file only, and never through a link.
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW);
/** Text is encoded in slices of this many characters, so that a large artifact is not held twice. */
const SLICE = 1024 * 1024;

/** Writes `text` whole to a new file; with `sync` it is on the disk when this returns. A half-written one is removed. */
export function writeNew(file: string, text: Redacted, sync = false): void {
  const fd = openSync(file, FLAGS, 0o600);
  try {
    fchmodSync(fd, 0o600); // whatever the umask takes away
    writeText(fd, text);
    if (sync) fsyncSync(fd);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Writes `text` whole to an open file, from where it stands. */
export function writeText(fd: number, text: Redacted): void {
  for (let at = 0; at < text.length;) {
    const end = sliceEnd(text, at);
    writeAll(fd, Buffer.from(text.slice(at, end)));
    at = end;
  }
}

/** Puts a finished file in its place, at once: a reader sees the old one or the new one. */
export function putInPlace(from: string, to: string): void {
  renameSync(from, to);
}

/** Makes sure that the names in a folder are on the disk too, where the system can do that. */
export function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, constants.O_RDONLY);
    try { fsyncSync(fd); } finally { closeSync(fd); }
  } catch {
    // Windows and some network file systems cannot: the file itself is safe.
  }
}

export function temporaryName(folder: string, name: string, id: string): string {
  return path.join(folder, `.${name}.${id}.tmp`);
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}

/** Not between the two halves of a character. */
function sliceEnd(text: string, at: number): number {
  const end = Math.min(at + SLICE, text.length);
  const code = text.charCodeAt(end - 1);
  return end < text.length && code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}
