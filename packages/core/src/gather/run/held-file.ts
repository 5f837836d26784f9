import { closeSync, constants, fstatSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileId } from './descendants.js';

/** An open file that has no name: what holds it was started by whom we gave it to. */
export interface HeldFile extends FileId {
  readonly fd: number;
  release(): void;
}

/** null where descriptors of others cannot be looked at, or no file can be made: then environment, group and parents have to do. */
export function holdFile(name: string): HeldFile | null {
  if (process.platform !== 'linux') return null;
  const file = path.join(tmpdir(), `verifier-run-${name}`);
  try {
    const fd = openSync(file, constants.O_RDONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
    rmSync(file, { force: true });
    const { dev, ino } = fstatSync(fd);
    return { fd, dev, ino, release: () => { closeSync(fd); } };
  } catch {
    return null;
  }
}
