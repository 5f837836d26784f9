import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, realpathSync, rmSync, type Stats } from 'node:fs';
import path from 'node:path';
import { GatherError, type Redacted, UsageError } from '../model/index.js';
import { cannotWrite, isSameThing, thingAt } from './place.js';
import { writeText } from './write-file.js';

// Never through a link, never waiting for the reader of a pipe, and nothing is cut off before the checks.
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_NONBLOCK | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW);
const OWNER_ONLY = 0o600;
const WRONG_KIND: readonly string[] = ['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR', 'EOPNOTSUPP', 'ENODEV', 'ETXTBSY'];
const NO_FILE = 'KAIZEN_VERIFIER_RESULT_PATH must name a regular file with one name: a link, a pipe, a folder or a file with several names is refused.';

/** The result file, held open from before the first word of the prompt is read. */
export interface ResultFile {
  /** Writes all of it, or throws GatherError and leaves no file behind. */
  write(text: Redacted): void;
  /** There is no result: takes the file away, unless another one stands in its place by now. */
  abandon(): void;
}

/** Opens the file without touching what is in it. Errors: UsageError for what is no plain file of its own. */
export function openResultFile(file: string): ResultFile {
  const fd = opened(file);
  const folder = path.dirname(file);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  if (!isPlain(fstatSync(fd))) {
    close();
    throw new UsageError(NO_FILE);
  }
  const abandon = () => {
    if (isOpen && isAt(file, fstatSync(fd))) rmSync(file, { force: true });
    close();
  };
  const write = (text: Redacted) => {
    try {
      const held = fstatSync(fd);
      if (realpathSync(folder) !== folder || !isPlain(held) || !isAt(file, held)) throw new GatherError(`the result file ${file} was replaced while the prompt was judged, so nothing is written`);
      fchmodSync(fd, OWNER_ONLY);
      ftruncateSync(fd, 0);
      writeText(fd, text);
    } catch (error) {
      abandon();
      throw error instanceof GatherError ? error : cannotWrite(file, error);
    }
    close();
  };
  return { write, abandon };
}

function opened(file: string): number {
  try {
    return openSync(file, FLAGS, OWNER_ONLY);
  } catch (error) {
    if (WRONG_KIND.includes((error as NodeJS.ErrnoException).code ?? '')) throw new UsageError(NO_FILE, { cause: error });
    throw cannotWrite(file, error);
  }
}

/** The path still leads to the file that is held open. */
function isAt(file: string, held: Stats): boolean {
  return isSameThing(thingAt(file), held);
}

const isPlain = (stat: Stats): boolean => stat.isFile() && stat.nlink === 1;
