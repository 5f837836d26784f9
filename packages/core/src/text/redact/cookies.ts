import type { Cursor } from './cursor.js';
import { keyKind } from './keys.js';
import { isPlaceholder, isReference, isSoft } from './placeholders.js';
import { looksRandom } from './randomness.js';

const COOKIE = /[;,\s]{0,8}([\w.$-]{1,80}|__(?:Host|Secure)-[\w.$-]{1,80})=([^;\s"'\\,]{0,4096})/y;
const HARMLESS = /^(?:_ga|_gid|_gat|_fbp|_gcl|_hj|lang|locale|theme|currency|consent|cookieconsent|tz|timezone|path|domain|expires|max-age|samesite|version|country|region|variant|ab)/i;
const MOST = 400;

/** Masks the secret pairs of a cookie header in [start, end); preferences stay readable. Answers where to go on. */
export function readCookies(cursor: Cursor, start: number, end: number): number {
  let at = start;
  for (let count = 0; count < MOST && at < end; count += 1) {
    COOKIE.lastIndex = at;
    const pair = COOKIE.exec(cursor.text);
    if (pair === null || COOKIE.lastIndex > end) break;
    const [, name = '', value = ''] = pair;
    at = COOKIE.lastIndex;
    if (isSecretCookie(name, value)) cursor.put(at - value.length, at, 'cookie', 'mask');
    while (/[;\s]/.test(cursor.text[at] ?? '') && at < end) {
      at += 1;
      if (/^(?:HttpOnly|Secure|Partitioned)\b/i.test(cursor.text.slice(at, at + 12))) at += cursor.text.slice(at, at + 12).search(/[;\s]|$/);
    }
  }
  return Math.max(at, start);
}

function isSecretCookie(name: string, value: string): boolean {
  if (value.length < 6 || HARMLESS.test(name) || isPlaceholder(value) || isReference(value) || isSoft(value)) return false;
  if (looksRandom(value.replace(/^s(?:%3A|:)/, ''), 12)) return true;
  const kind = keyKind(name);
  return kind !== 'none' && /\d/.test(value) && !/^\d{1,5}$/.test(value);
}
