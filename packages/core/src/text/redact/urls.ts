import type { Cursor } from './cursor.js';
import { isPlaceholder, isReference } from './placeholders.js';
import { looksRandom } from './randomness.js';

const WEB = /^(?:https?|wss?|ftps?|sftp|ssh|git|git\+https?|svn)$/i;
/** User-info of a web address ends at its first slash; data stores are often given passwords that should have been encoded. */
const STRICT = /([^\s/?#:@"'<>\\`,;(){}[\]]{0,200})(?::([^\s/?#"'<>\\`]{1,400}))?@/y;
const LOOSE = /([^\s/?#:@"'<>\\`]{0,200}):([^\s"'<>\\`]{1,300})@(?=[\w.[-])/y;
const NAMES = /^(?:password|passwd|pass|pwd|pw|passwort|user|username|usr|credentials?|token|key|secret_here|p|x-oauth-basic|x-access-token|oauth2)$/i;

/** Masks the password of the URL whose `://` ends at `at`. Answers where to go on. */
export function readUrl(cursor: Cursor, at: number): number {
  const { text } = cursor;
  const scheme = /[A-Za-z][A-Za-z0-9+.-]{0,30}$/.exec(text.slice(Math.max(0, at - 34), at - 3))?.[0] ?? '';
  if (scheme === '') return at;
  STRICT.lastIndex = at;
  let match = STRICT.exec(text);
  if (match === null && !WEB.test(scheme)) {
    LOOSE.lastIndex = at;
    match = LOOSE.exec(text);
    if (match !== null && /^\d{1,5}\//.test(match[2] ?? '')) match = null;
  }
  if (match === null) return at;
  const [whole, user = '', password] = match;
  const end = at + whole.length;
  const host = text.slice(end, end + 40);
  if (password !== undefined && !isBlank(password, user) && !(/^[\w.-]*example\./.test(host) && /^[a-z]{4,7}$/.test(password))) {
    const from = end - 1 - password.length;
    cursor.put(from, end - 1, 'url-credentials', isSure(password, host) ? 'flag' : 'mask');
  }
  const alone = password === undefined || isBlank(password, '');
  if (alone && user.length >= 16 && looksRandom(user, 16) && !isPlaceholder(user) && !/sentry/.test(text.slice(end, end + 60))) {
    cursor.put(at, at + user.length, 'url-credentials', looksRandom(user, 20) ? 'flag' : 'mask');
  }
  return end;
}

function isBlank(password: string, user: string): boolean {
  if (password.length < 4 || password === user || NAMES.test(password) || password.includes('[REDACTED')) return true;
  if (/^[${<[*%]/.test(password) && (isReference(password) || isPlaceholder(password))) return true;
  return /^(?:\$|\{|<|\[|%[A-Z_]{3,}%|\*+$|x{3,}$|\.{3})/i.test(password) || /^(?:your|my)[-_]?(?:password|pass|token|secret|api)/i.test(password) || /^(?:changeme|example|placeholder|redacted)$/i.test(password);
}

function isSure(password: string, host: string): boolean {
  return password.length >= 8 && /\d/.test(password) && /[A-Za-z]/.test(password) && !/^(?:localhost|127\.|0\.0\.0\.0|example\.|\[::1)/.test(host) && !/pass|secret|test|example|dummy|fake/i.test(password);
}
