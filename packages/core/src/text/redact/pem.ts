import type { Cursor } from './cursor.js';

const HEADER = /-----BEGIN ([A-Z0-9 ]{0,40})-----|---- BEGIN (SSH2 ENCRYPTED PRIVATE KEY) ----/iy;
const LONGEST = 65_536;
const LINES_MOST = 400;
/** What a log or a diff puts in front of each line. */
const PREFIX = /^(?:[\w.-]{1,40}[ \t]{0,10}\|[ \t]?)?(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,+Z-]{5,30}\]?[ \t]{1,4})?(?:[ \t]*(?:[+\->|#*]|\/\/))?[ \t]*/;
const RUN = /\\{1,8}[nrt]|[A-Za-z0-9+/=_-]{8,}/g;
const FIELD = /^[A-Za-z-]{3,30}: /;

/**
 * Masks the body of a private key that begins at `at`; the BEGIN and END lines stay. Public parts stay readable. Answers
 * the place behind the BEGIN line: where no END follows, or one of something else, other secrets may stand in between.
 */
export function readPem(cursor: Cursor, at: number): number {
  const { text } = cursor;
  HEADER.lastIndex = at;
  const header = HEADER.exec(text);
  if (header === null || !/PRIVATE KEY/i.test(header[1] ?? header[2] ?? '')) return at;
  const start = HEADER.lastIndex;
  const closing = Math.min(cursor.next('----END', start), cursor.next('---- END', start));
  const closed = closing < text.length && closing - start <= LONGEST;
  let end = closed ? closing : Math.min(text.length, start + LONGEST);
  if (closed) while (end > start && text[end - 1] === '-') end -= 1;
  const opening = cursor.next('-----BEGIN', start);
  if (opening < end) readLines(cursor, start, opening, false);
  else if (closed && cursor.next('\n', start) >= end) oneLine(cursor, start, end);
  else readLines(cursor, start, end, closed);
  return start;
}

/** A key on one line: line breaks are escaped or blanks. */
function oneLine(cursor: Cursor, start: number, end: number): void {
  const body = cursor.text.slice(start, end);
  if (!holdsKey(body) || /\.{3}|<[^>]+>|x{8}/i.test(body.slice(0, 200))) return;
  cursor.put(start, end, 'private-key', body.length >= 60 ? 'flag' : 'mask');
}

function readLines(cursor: Cursor, start: number, end: number, closed: boolean): void {
  const { text } = cursor;
  let from = start;
  let isInside = closed;
  const tier = end - start >= 100 || !closed ? 'flag' : 'mask';
  // A program names the line to look for it, or puts a key together: what stands there then is code.
  if (closed && !holdsKey(text.slice(start, Math.min(end, start + 8192)))) return;
  for (let count = 0; count < LINES_MOST && from < end; count += 1) {
    const stop = Math.min(cursor.next('\n', from), end);
    const line = text.slice(from, Math.min(stop, from + 8192));
    const lead = count === 0 ? 0 : (PREFIX.exec(line)?.[0].length ?? 0);
    const body = line.slice(lead);
    if (!FIELD.test(body)) {
      let any = false;
      for (const run of body.matchAll(RUN)) {
        if (run[0] === 'REDACTED' || run[0].startsWith('\\') || /^-+$/.test(run[0]) || (!isKey(run[0]) && !(isInside && (closed || body.trim() === run[0])))) continue;
        any = isInside = true;
        cursor.put(from + lead + run.index, from + lead + run.index + run[0].length, 'private-key', tier);
      }
      if (!any && !closed && count > 0 && body.trim() !== '' && !body.includes('[REDACTED]')) return;
    }
    from = stop + 1;
  }
}

/** Some run of it is base64 of a key, and no word of a program. */
const holdsKey = (body: string): boolean => [...body.matchAll(RUN)].some(([run]) => isKey(run));

function isKey(run: string): boolean {
  if (!/[A-Z]/.test(run) || !/[a-z]/.test(run)) return false;
  return run.length >= 40 || (run.length >= 16 && /[\d+/]/.test(run));
}

const PUTTY_LINES = /private-lines:[ \t]{0,4}(\d{1,3})[^\n]{0,40}\n/iy;

/** PuTTY keys say how many lines the private part has. */
export function readPutty(cursor: Cursor, at: number): number {
  const { text } = cursor;
  PUTTY_LINES.lastIndex = at;
  const head = PUTTY_LINES.exec(text);
  if (head === null) return escapedPutty(cursor, at);
  let from = PUTTY_LINES.lastIndex;
  for (let count = Number(head[1]); count > 0 && from < text.length; count -= 1) {
    const stop = cursor.next('\n', from);
    const line = text.slice(from, Math.min(stop, from + 400));
    const lead = PREFIX.exec(line)?.[0].length ?? 0;
    const run = /^[A-Za-z0-9+/=]{4,}/.exec(line.slice(lead));
    if (run === null) break;
    cursor.put(from + lead, from + lead + run[0].length, 'private-key', 'flag');
    from = stop + 1;
  }
  return from;
}

function escapedPutty(cursor: Cursor, at: number): number {
  const body = cursor.text.slice(at, at + 8192);
  const head = /^private-lines:[ \t]{0,4}\d{1,3}\\{1,7}n/i.exec(body);
  const end = body.search(/private-mac:/i);
  if (head === null || end < 0) return at;
  for (const run of body.slice(head[0].length, end).matchAll(RUN)) {
    const start = at + head[0].length + run.index;
    if (!run[0].startsWith('\\')) cursor.put(start, start + run[0].length, 'private-key', 'flag');
  }
  return at + end;
}
