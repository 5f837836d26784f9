import type { Cursor } from '../cursor.js';
import { isPlaceholder } from '../placeholders.js';
import { looksRandom } from '../randomness.js';
import { CLOUD } from './cloud.js';
import { CODE } from './code.js';
import { expressionOf, type Provider } from './provider.js';
import { SERVICE } from './service.js';

export const PROVIDERS: readonly Provider[] = [...CODE, ...CLOUD, ...SERVICE];

/** Compiled when its anchor is first seen. */
const compiled = new Map<Provider, RegExp>();
const WELL_KNOWN = new Set(['1234567890', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwI']);

/** Masks the provider's token whose anchor begins at `at`. Answers where to go on; `at`: there is none. */
export function readProvider(cursor: Cursor, provider: Provider, at: number): number {
  const { text } = cursor;
  const start = at - provider.back;
  if (start < 0 || (isAlnum(text.charCodeAt(start)) && !hasEdge(text, start))) return at;
  let pattern = compiled.get(provider);
  if (pattern === undefined) {
    pattern = expressionOf(provider);
    compiled.set(provider, pattern);
  }
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return at;
  const [from, to] = match.indices?.[1] ?? [start, start + match[0].length];
  if (isInBlob(text, start, to)) return at;
  const body = text.slice(Math.max(from, Math.min(at + provider.anchor.length, to - 8)), to);
  if (isBlank(body)) return at;
  if (provider.tier === 'mask' && provider.id !== 'password-hash' && !looksRandom(body, 8) && !/^[0-9a-f]{32,}$/.test(body)) return at;
  cursor.put(from, to, provider.id, isWellKnown(text.slice(from, Math.min(to, from + 200)), body) ? 'mask' : provider.tier);
  return to;
}

/** Not in the middle of a word, unless the word before is an escape (`\n`) or a percent code. */
function hasEdge(text: string, start: number): boolean {
  if (start === 0 || !isAlnum(text.charCodeAt(start - 1))) return true;
  return /(?:%[0-9A-Fa-f]{2}|\\[nrt]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2})$/.test(text.slice(Math.max(0, start - 6), start));
}

/** A stretch of a long base64 text that happens to look like a token. */
function isInBlob(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  if ((before === '/' || before === '+') && /^[A-Za-z0-9+/]{40}$/.test(text.slice(start - 40, start))) return true;
  return (text[end] === '/' || text[end] === '+') && /^[A-Za-z0-9+/]{40}$/.test(text.slice(end, end + 40));
}

function isBlank(body: string): boolean {
  return isPlaceholder(body) || new Set(body.slice(0, 64)).size < Math.min(4, body.length / 2);
}

/** Sequences and samples of documentation: never stored, but no reason to stop a change. */
function isWellKnown(value: string, body: string): boolean {
  for (const sample of WELL_KNOWN) if (value.includes(sample)) return true;
  return /(?:0123456789|abcdefghij|fake|mock|notreal|foobar|1{6}|0{6})/i.test(body.slice(0, 200));
}

function isAlnum(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
