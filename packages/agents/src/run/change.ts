import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { parseDiff } from '@verifier/core';

/** A file beyond this is not shown to a model. */
const LARGEST_FILE = 256 * 1024;
const LARGEST_ALL = 1024 * 1024;
const UNREAD = new Set(['lockfile', 'generated', 'data']);
const FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK);

/** One line for each changed file: its path, what became of it and how many lines came and went. */
export function summaryOf(diff: string): string {
  const lines = parseDiff(diff).files.map(({ path: file, oldPath, change, role, hunks }) => {
    const sides = hunks.flatMap((hunk) => hunk.lines.map(({ side }) => side));
    const from = oldPath === null || oldPath === file ? '' : ` (was ${oldPath})`;
    return `${file}${from}: ${change}, ${role}, +${sides.filter((side) => side === 'added').length} -${sides.filter((side) => side === 'removed').length}`;
  });
  return lines.join('\n');
}

/** The changed files as they stand in the work tree, as much of them as a model can be shown; never through a link out of it. */
export function surroundingCode(root: string, diff: string): string {
  const files = parseDiff(diff).files.filter(({ change, binary, role }) => change !== 'deleted' && !binary && !UNREAD.has(role));
  const texts: string[] = [];
  let size = 0;
  for (const { path: file } of files) {
    const text = textIn(root, file);
    if (text === null || size + text.length > LARGEST_ALL) continue;
    size += text.length;
    texts.push(`--- ${file}\n${text}`);
  }
  return texts.join('\n');
}

function textIn(root: string, file: string): string | null {
  try {
    const real = realpathSync(root);
    const at = path.join(real, file);
    const folder = realpathSync(path.dirname(at));
    if (folder !== real && !folder.startsWith(real + path.sep)) return null;
    const fd = openSync(at, FLAGS);
    try {
      const stat = fstatSync(fd);
      return stat.isFile() && stat.size <= LARGEST_FILE ? readFileSync(fd, 'utf8') : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null; // it went away, or may not be read: the diff is there
  }
}
