import type { Cursor } from './cursor.js';
import { isPlaceholder, isReference } from './placeholders.js';

const BACK = 16_384;
const AHEAD = 65_536;
const SECRET_KIND = /kind["']?[ \t]{0,4}:[ \t]{0,4}["']?Secret["']?[ \t]{0,4}(?=[\r\n,}]|$)/y;
const DATA = /^([+\- ]?[ \t]*)["']?(?:data|stringData)["']?[ \t]*:[ \t]*\{?[ \t]*$/;
const ENTRY = /^([+\- ]?[ \t]*)["']?[\w.-]{1,200}["']?[ \t]*:[ \t]*(?:!!binary[ \t]+)?(["']?)([^"'\r\n]{3,})\2,?[ \t]*\r?$/;

/** Masks the values of a Kubernetes Secret; its data may stand before or behind its kind. Answers where to go on. */
export function readSecretManifest(cursor: Cursor, at: number): number {
  const { text } = cursor;
  if (at < cursor.manifest) return at;
  SECRET_KIND.lastIndex = at;
  if (!SECRET_KIND.test(text)) return at;
  const floor = Math.max(cursor.manifest, at - BACK);
  const before = text.slice(floor, at);
  const start = floor + Math.max(before.lastIndexOf('\n---'), before.lastIndexOf('\ndiff --git'), 0);
  const behind = text.slice(at, at + AHEAD);
  const ends = [behind.indexOf('\n---'), behind.indexOf('\n+---'), behind.indexOf('\ndiff --git')].filter((end) => end >= 0);
  const end = at + Math.min(behind.length, ...ends);
  cursor.manifest = end;
  readData(cursor, start, end);
  return SECRET_KIND.lastIndex;
}

function readData(cursor: Cursor, start: number, end: number): void {
  let from = start;
  let depth = -1; // of the `data:` line that is open
  for (const line of cursor.text.slice(start, end).split('\n')) {
    const data = DATA.exec(line);
    const indent = indentOf(line);
    if (data !== null) depth = indent;
    else if (depth >= 0 && line.trim() !== '' && indent <= depth && !/^[+\- ]?[ \t]*[}#]/.test(line)) depth = -1;
    else if (depth >= 0 && line.length <= 16_384) readEntry(cursor, line, from);
    from += line.length + 1;
  }
}

function readEntry(cursor: Cursor, line: string, from: number): void {
  const entry = ENTRY.exec(line);
  const value = entry?.[3]?.trim() ?? '';
  if (value.length < 3 || /^[|>][+-]?$/.test(value) || isReference(value) || isPlaceholder(value) || value.includes('[REDACTED') || value.startsWith('{')) return;
  const start = from + line.lastIndexOf(value);
  cursor.put(start, start + value.length, 'kubernetes-secret', value.length >= 8 && /^[A-Za-z0-9+/=]+$/.test(value) ? 'flag' : 'mask');
}

function indentOf(line: string): number {
  return line.replace(/^[+-](?=[ \t\w"'])/, ' ').search(/[^ \t]|$/);
}

const JWK_AROUND = 8192;
const JWK_PART = /(\\{0,7}")(?:d|p|q|dp|dq|qi|k)\1[ \t]{0,4}:[ \t]{0,4}\1([A-Za-z0-9_-]{16,4000})\1/g;

/** Masks the private members of the JSON Web Key (RFC 7518) around `"kty"`. */
export function readJwk(cursor: Cursor, at: number): number {
  if (at < cursor.jwk) return at;
  const floor = Math.max(cursor.jwk, at - JWK_AROUND);
  const before = cursor.text.slice(floor, at);
  const start = floor + before.lastIndexOf('{') + 1;
  const closing = cursor.text.slice(at, at + JWK_AROUND).indexOf('}');
  const end = closing < 0 ? Math.min(cursor.text.length, at + JWK_AROUND) : at + closing;
  cursor.jwk = end;
  for (const part of cursor.text.slice(start, end).matchAll(JWK_PART)) {
    const value = part[2] ?? '';
    const from = start + part.index + part[0].lastIndexOf(value);
    cursor.put(from, from + value.length, 'json-web-key', 'flag');
  }
  return at + 1;
}
