import { cutLines } from '../../text/line-cutter.js';

/** Cuts pushed chunks into the lines of a diff: without their break (\n or \r\n), a BOM, or the colours of git 2.x `--color`. */
export function diffLines(take: (line: string) => void): ReturnType<typeof cutLines> {
  let isFirst = true;
  let isColoured = false;
  /** Content never stands at the start of a line of a diff, so an escape there is git's own; the context ends with one too. */
  const cleaned = (line: string): string => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    isColoured ||= text.startsWith('\u001B[');
    if (!isColoured) return text;
    return text.startsWith('\u001B[') ? text.replace(COLOUR, '') : text.endsWith('\u001B[m') ? text.slice(0, -3) : text;
  };
  return cutLines((line, dirt) => {
    const text = isFirst && line.startsWith('\uFEFF') ? line.slice(1) : line;
    isFirst = false;
    take(dirt !== 0 ? cleaned(text) : text);
  });
}

const COLOUR = /\u001B\[[0-9;]{0,32}[mK]/g;
