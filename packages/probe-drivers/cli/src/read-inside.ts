import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Artifact } from '@verifier/probe-sdk';

const LARGEST_BYTES = 256 * 1024;
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** A file of the project as it is now; not present when it is a link, no file, or outside. */
export function readInside(root: string, file: string): Artifact {
  const none: Artifact = { path: file, present: false, text: '', cut: false };
  try {
    const real = realpathSync(root);
    const at = path.resolve(real, file);
    const folder = realpathSync(path.dirname(at));
    if (path.isAbsolute(file) || (folder !== real && !folder.startsWith(real + path.sep))) return none;
    const fd = openSync(path.join(folder, path.basename(at)), FLAGS);
    try {
      const stat = fstatSync(fd);
      if (!stat.isFile()) return none;
      const buffer = Buffer.alloc(Math.min(stat.size, LARGEST_BYTES));
      const size = readSync(fd, buffer, 0, buffer.length, 0);
      return { path: file, present: true, text: buffer.toString('utf8', 0, size), cut: stat.size > LARGEST_BYTES };
    } finally {
      closeSync(fd);
    }
  } catch {
    return none;
  }
}
