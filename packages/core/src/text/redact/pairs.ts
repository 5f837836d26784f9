import { leadOf, readBareValue, readBlockValue, type Place } from './bare.js';
import { readCookies } from './cookies.js';
import type { Cursor } from './cursor.js';
import { readCredential } from './headers.js';
import { judged } from './judged.js';
import { keyKind } from './keys.js';
import { looksRandom } from './randomness.js';
import { readSpecial, TYPED, WRAPPER } from './special.js';
import { literalAt } from './strings.js';

const NAME_MOST = 80;
/** From the end of a name to its value: closing quote or bracket, blanks, separator, blanks. */
const BETWEEN =
  /(\\{0,15}["'`]|%2[27]|&quot;|&#0?3[49];)?(?:%5D|\]|\)|\[\d{0,4}\])?(?:\*{1,2}|[?!])?[ \t]{0,40}(:=|<-|=>|={1,3}|!==?|(?:\|\||\?\?)=?|\?:|:-|:|%3[DdAa]|&#61;|>|,|[({](?=\s{0,4}[brufN@]?\\{0,3}["'`])|or(?= ["'])|eq(?= ["'])|is[ ]|was[ ]|\|(?= ))(?:\*{1,2}(?= ))?[ \t]{0,60}/y;
const ITEM_GAP = /[\s,]{0,80}/y;
const LIST_MOST = 40;
/** Reads the name around the key word at [start, end) and masks the value under it. Answers where to go on. */
export function readPair(cursor: Cursor, start: number, end: number, floor: number): number {
  const { text } = cursor;
  const [from, to] = nameAround(text, start, end, floor);
  const spokenFirst = /(?:api|secret|access|private|auth|encryption|signing|master|license) $/i.exec(text.slice(Math.max(floor, from - 11), from))?.[0];
  const name = (spokenFirst ?? '') + text.slice(from, to);
  const kind = keyKind(name);
  if (kind === 'none') return to;
  BETWEEN.lastIndex = to;
  const between = BETWEEN.exec(text);
  const quote = between?.[1] ?? '';
  const place: Place = { name, kind, from, quote, separator: between?.[2] ?? '' };
  const paired = place.separator === ',' ? readSpecial(cursor, place, to) : null;
  if (paired !== null) return paired;
  if (between !== null) {
    const at = BETWEEN.lastIndex;
    const done = readAfter(cursor, place, at);
    if (done > at) return done;
  }
  return readSpecial(cursor, place, to) ?? to;
}

/** The whole identifier, dots and dashes included, without an escape or a percent code before it. */
function nameAround(text: string, start: number, end: number, floor: number): [number, number] {
  let from = start;
  const least = Math.max(floor, start - NAME_MOST);
  while (from > least && isNamePart(text.charCodeAt(from - 1))) from -= 1;
  if (text[from - 1] === '\\' && /^(?:[nrt]|u00[0-9a-f]{2})/i.test(text.slice(from, start))) from += text[from] === 'u' ? 5 : 1;
  if (text[from - 1] === '%' && /^[0-9A-F]{2}/i.test(text.slice(from, start))) from += 2;
  from = Math.min(from, start);
  while (from < start && '-.'.includes(text[from] ?? '')) from += 1;
  let to = end;
  const most = Math.min(text.length, end + NAME_MOST);
  while (to < most && isNamePart(text.charCodeAt(to))) to += 1;
  while (to > end && '-.'.includes(text[to - 1] ?? '')) to -= 1;
  return [from, to];
}

function isNamePart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 45 || code === 46 || code === 36 || (code > 191 && code < 0x250);
}

function readAfter(cursor: Cursor, place: Place, at: number): number {
  const { text } = cursor;
  const { separator, kind, from } = place;
  const element = separator === '>';
  if (element) {
    if (text[from - 1] !== '<' && text[from - 1] !== ':' && place.quote === '') return at;
    const start = text.startsWith('<![CDATA[', at) ? at + 9 : at;
    const end = Math.min(cursor.next('<', start), cursor.line(start)[1]);
    if (text.charCodeAt(end) !== 60 || (text[end + 1] !== '/' && text[end - 1] !== '>')) return at;
    const close = text.startsWith(']]>', end - 3) ? end - 3 : end;
    return judged(cursor, place, start, close, 'quoted') ?? at;
  }
  if (separator === ',' && place.quote === '') return at;
  if (separator === '|' && !/^[ \t+-]{0,4}[|│]/.test(leadOf(cursor, from))) return at;
  TYPED.lastIndex = at - 1 - (text[at - 1] === ' ' ? 1 : 0);
  let value = at;
  if (separator === ':' || separator === '') {
    TYPED.lastIndex = at;
    if (TYPED.test(text)) value = TYPED.lastIndex;
  }
  WRAPPER.lastIndex = value;
  if (WRAPPER.test(text)) value = WRAPPER.lastIndex;
  const literal = literalAt(cursor, value);
  if (literal !== null) {
    if (kind === 'cookie') return readCookies(cursor, literal.start, literal.end);
    if (kind === 'auth' || /^(?:bearer|basic|token)\s/i.test(text.slice(literal.start, literal.start + 8))) {
      const read = readCredential(cursor, literal.start, literal.end, true);
      if (read > literal.start) return read;
    }
    if ((separator === ',' || separator === '(' || separator === '{') && !isNoName(place, text.slice(literal.start, literal.end))) return at;
    return judged(cursor, place, literal.start, literal.end, 'quoted') === null ? at : readConcatenated(cursor, literal.after);
  }
  if (',({|'.includes(separator) && separator !== '|' || /^(?:or|eq|\?:|\|\||\?\?)$/.test(separator)) return at;
  if (text[value] === '[') return readList(cursor, place, value + 1) || at;
  if (separator === ':' && (text[value] === '|' || text[value] === '>' || text[value] === '\n' || text[value] === '\r')) return readBlockValue(cursor, place, value);
  if (kind === 'cookie') return separator === ':' ? readCookies(cursor, value, cursor.line(value)[1]) : at;
  return readBareValue(cursor, place, value);
}

const JOIN = /[ \t]{0,8}(?:\+|\.\.?|&|\\?\r?\n|\\)[ \t\r\n+]{0,40}(?=["'`])/y;

/** A secret that is written in several literals: `"abc" + "def"`. */
function readConcatenated(cursor: Cursor, after: number): number {
  let at = after;
  for (let count = 0; count < LIST_MOST; count += 1) {
    JOIN.lastIndex = at;
    if (!JOIN.test(cursor.text) || !/[+.&]/.test(cursor.text.slice(at, JOIN.lastIndex))) break;
    const literal = literalAt(cursor, JOIN.lastIndex);
    if (literal === null || /\s/.test(cursor.text.slice(literal.start, literal.end))) break;
    cursor.put(literal.start, literal.end, 'assignment', 'mask');
    at = literal.after;
  }
  return at;
}

/** A neighbour in a list or call is a value only of a name in capitals, or if it cannot be a name itself. */
function isNoName({ name, separator }: Place, value: string): boolean {
  if (separator === ',' && /^[A-Z][A-Z0-9_]{3,}$/.test(name)) return true;
  if (/^[0-9a-f]{20,}$/i.test(value)) return true;
  return looksRandom(value, 12) || (/\d/.test(value) && (/[^\w.-]/.test(value) || (separator !== ',' && !/[_-]/.test(value))));
}

function readList(cursor: Cursor, place: Place, at: number): number {
  let from = at;
  let last = 0;
  for (let count = 0; count < LIST_MOST; count += 1) {
    ITEM_GAP.lastIndex = from;
    ITEM_GAP.test(cursor.text);
    const literal = literalAt(cursor, ITEM_GAP.lastIndex);
    if (literal === null) break;
    if (judged(cursor, place, literal.start, literal.end, 'quoted') !== null) last = literal.after;
    from = literal.after;
  }
  return last;
}
