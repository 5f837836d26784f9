import type { Cursor } from './cursor.js';
import { isPlaceholder, isReference, isSoft } from './placeholders.js';
import { looksRandom } from './randomness.js';
import { decodedBase64 } from './base64.js';

/** Schemes of the Authorization header (RFC 7235 and vendors' own) that carry the secret behind a blank. */
const SCHEME =
  /(?:(?:Bearer|Basic|Token|ApiKey|Api-Key|Apikey|Bot|SSWS|OAuth|Splunk|GenieKey|Key|Negotiate|NTLM|Klaviyo-API-Key|DeepL-Auth-Key|Zoho-oauthtoken|WRAP|SharedAccessSignature|SharedKey|HMAC|Client-ID|Discogs|Lob|JWT|Snowflake|sso-key|MAC|Hawk|AWS|Atlassian|PRIVATE-TOKEN|GoogleLogin|X-API-Key|Digest)(?:[ \t]{1,4}|%20|\+)(?:token=|key=|auth=|id=|api_key=)?\\{0,3}["']?)?/iy;
const BODY = /[A-Za-z0-9._~+/=|:%@!$*-]{6,8000}/y;

/** The credential of an Authorization-like value in [start, end). Answers where to go on; `start`: there is none. */
export function readCredential(cursor: Cursor, start: number, end: number, quoted: boolean): number {
  const { text } = cursor;
  SCHEME.lastIndex = start;
  SCHEME.test(text);
  const from = SCHEME.lastIndex;
  BODY.lastIndex = from;
  if (!BODY.test(text)) return start;
  const to = Math.min(BODY.lastIndex, end);
  const value = text.slice(from, to).replace(/[.:,]+$/, '');
  if (value.length < 6 || isPlaceholder(value) || isReference(value)) return start;
  const named = from > start;
  const basic = /^basic/i.test(text.slice(start, start + 5));
  if (basic ? !isPairEncoded(value) && !looksRandom(value, 16) : !isCredential(value, named, quoted)) return start;
  cursor.put(from, from + value.length, 'authorization', isSure(value, basic || (!named && isPairEncoded(value))) ? 'flag' : 'mask');
  return from + value.length;
}

function isCredential(value: string, named: boolean, quoted: boolean): boolean {
  if (/^[A-Za-z]+$/.test(value) && value.length < 12) return false;
  if (named && !quoted) return !/^(?:token|realm|error|auth\w*|scheme|credentials?|header|is|access)\b/i.test(value);
  if (isSoft(value)) return false;
  if (named) return /\d/.test(value) || value.length >= 16;
  if (isPairEncoded(value)) return true;
  return value.includes(':') ? /:.*\d/.test(value) && !/^\w+:\/\//.test(value) && !/^[\d:]+$/.test(value) : looksRandom(value, 16);
}

/** `user:password` in base64, as Basic and docker's `auth` carry it. */
function isPairEncoded(value: string): boolean {
  const plain = decodedBase64(value, 300);
  return plain !== null && /^[\x21-\x7e]{0,100}:[\x20-\x7e]+$/.test(plain) && !isPlaceholder(plain.slice(plain.indexOf(':') + 1));
}

function isSure(value: string, basic: boolean): boolean {
  if (!basic) return looksRandom(value, 20) && !isSoft(value);
  const plain = decodedBase64(value, 300) ?? '';
  const password = plain.slice(plain.indexOf(':') + 1);
  return password.length >= 8 && /\d/.test(password) && !isSoft(password);
}
