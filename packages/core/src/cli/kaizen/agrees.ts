import type { DiffFile } from '../../model/index.js';
import { isUnread } from './gaps.js';

/**
 * Whether the work tree shows the change that the prompt shows: every added and removed line of the prompt, wherever it
 * stands, so that settings for context and algorithms do not matter. `last` was cut: its last line may be half of one.
 */
export function agrees(found: ReadonlyMap<string, DiffFile>, shown: readonly DiffFile[], last: DiffFile | undefined): boolean {
  return shown.every((file) => {
    const whole = found.get(file.path);
    return isUnread(file) || (whole !== undefined && holds(whole, file === last ? linesOf(file).slice(0, -1) : linesOf(file)));
  });
}

function holds(whole: DiffFile, lines: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const line of linesOf(whole)) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.every((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count > 0;
  });
}

const linesOf = ({ hunks }: DiffFile): string[] => hunks.flatMap(({ lines }) => lines.filter(({ side }) => side !== 'context').map(({ side, text }) => `${side} ${text.replace(/\r$/, '')}`));
