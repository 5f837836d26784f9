import type { Cursor } from './cursor.js';
import { readCredential } from './headers.js';
import type { KeyKind } from './keys.js';
import { valueTier, type Style } from './values.js';

/** Where a name stands, and what stands between it and its value. */
export interface Place {
  readonly name: string;
  readonly kind: KeyKind;
  readonly from: number;
  /** The quote behind the name, with its escapes. */
  readonly quote: string;
  readonly separator: string;
}

/** What may stand before a name that begins its line: diff signs, a container's prefix, list dashes, shell words. */
const LEAD = /^(?:[\w.-]{1,30}[ \t]{0,8}\|[ \t]{1,4})?[+\->]{0,2}[ \t]*(?:- |\* |# )?(?:export |declare -x |set |SET |setx |ENV |ARG |env |-e |--env |-D|--build-arg |\$env:|\$|@|:|;|\/\/[\w./-]{1,80}\/:)?["'\\]{0,2}$/;
const CODE_LEAD = /(?:^|[^\w$])(?:const|let|var|val|final|static|public|private|protected|return|def|my|local|readonly|this\.|self\.|if|assert|auto|func|fn|function|type|interface|class|param|@param|async|import|from|new|throw|yield|await)[\s(.]/;
const LEAD_MOST = 120;

/** Masks a value that stands without quotes. Answers where to go on; `at`: it is no secret. */
export function readBareValue(cursor: Cursor, place: Place, at: number): number {
  const { text } = cursor;
  const [lineStart, lineEnd] = cursor.line(place.from);
  if (at >= lineEnd) return at;
  const lead = leadOf(cursor, place.from);
  const shaped = LEAD.test(lead);
  if (place.name === 'PASS' && place.separator === ':') return at; // a test runner's verdict
  const style = styleOf(cursor, place, at, lead, shaped);
  const whole = (style === 'env' || style === 'data') && shaped && !isSpoken(place) && !/["']$/.test(lead);
  const end = Math.min(cursor.bareEnd(at, !whole), lineEnd);
  if (isTedious(cursor, at, end)) return at;
  const { start, stop } = trimmed(text, at, end, style);
  const value = text.slice(start, Math.min(stop, start + 1024));
  const words = whole && style === 'data' ? /^(?: [^\s#,;"']{0,60}\d[^\s#,;"']{0,60}){1,3}(?=\r?$)/.exec(text.slice(stop, Math.min(lineEnd, stop + 400)))?.[0].length ?? 0 : 0;
  if (/^[\w:.-]{1,40}=$/.test(value) && /^\\{0,7}["']/.test(text.slice(stop, stop + 8))) return at; // the next attribute of a tag
  if (place.kind === 'auth' || /^(?:bearer|basic)$/i.test(value)) {
    const read = readCredential(cursor, at, lineEnd, false);
    if (read > at) return read;
  }
  if (isSpoken(place) && !(/\d/.test(value) && /[A-Za-z]/.test(value))) return at;
  if (style === 'inline' && /^[A-Za-z]+$/.test(value) && isArgument(text, lead, end, lineStart, place.from)) return at;
  const tier = valueTier(value, { name: place.name, kind: place.kind, style });
  if (tier === null) return at;
  // A bare value behind a quoted JSON name must stay JSON.
  const json = place.quote.endsWith('"') && /^\s{0,8}[,}\]]/.test(text.slice(stop, stop + 9)) && place.separator === ':';
  cursor.put(start, stop + words, 'assignment', tier, json ? `${place.quote}[REDACTED]${place.quote}` : undefined);
  return Math.max(stop, at + 1);
}

/** A long run without blanks in which many names had no secret: the rest of it is not judged name by name. */
function isTedious({ refused }: Cursor, at: number, end: number): boolean {
  if (refused.to !== end) {
    refused.to = end;
    refused.count = 0;
  }
  refused.count += 1;
  return refused.count > 200 && end - at > 512;
}

/** What stands before a name in its line; a line break may be escaped. `x `: too much to tell. */
export function leadOf(cursor: Cursor, from: number): string {
  const [lineStart] = cursor.line(from);
  const raw = cursor.text.slice(Math.max(lineStart, from - LEAD_MOST), from);
  const escaped = /^.*\\{1,7}n/.exec(raw);
  if (escaped !== null) return raw.slice(escaped[0].length);
  return from - lineStart > LEAD_MOST ? 'x ' : raw;
}

function isSpoken({ separator }: Place): boolean {
  return separator.startsWith('is') || separator.startsWith('was') || separator === '>';
}

function styleOf(cursor: Cursor, place: Place, at: number, lead: string, shaped: boolean): Style {
  const { text } = cursor;
  const { separator } = place;
  const tail = lineTail(cursor, place.from, at);
  const tight = text.charCodeAt(at - 1) > 32;
  const ends = /[;{(,]$/.test(tail);
  if (CODE_LEAD.test(lead)) return 'code';
  if (separator === ':=' || separator === '=>' || /^[=!]==?$/.test(separator) || /[!=]==/.test(separator)) return separator === '=>' && lead.includes('[') ? 'data' : 'code';
  if (separator === '=' && tight) return shaped && !(tail.endsWith(';') && !/^[A-Z_0-9]+$/.test(place.name)) ? 'env' : 'inline';
  if (separator === '=') return ends || !shaped ? 'code' : 'data';
  if (separator === ':' && place.quote === '' && shaped && !tight) return ends ? 'code' : 'data';
  if (separator === ':-') return 'env';
  return 'inline';
}

/** The last characters of the line, which an escaped line break may end. */
function lineTail(cursor: Cursor, from: number, at: number): string {
  const { text } = cursor;
  const [, lineEnd] = cursor.line(from);
  const escaped = text.slice(at, Math.min(lineEnd, at + 300)).search(/\\{1,7}n/);
  const end = escaped < 0 ? lineEnd : at + escaped;
  return text.slice(Math.max(at, end - 3), end).trimEnd();
}

/** `connect(password=password)`, `f(token: Token, …)`: a bare word inside a call or a parameter list. */
function isArgument(text: string, lead: string, end: number, lineStart: number, from: number): boolean {
  const before = lead === 'x ' ? text.slice(Math.max(lineStart, from - LEAD_MOST), from) : lead;
  return /[(,{][^()]{0,80}$/.test(before) && /^[\s,)}\]:=;]/.test(text.slice(end, end + 1) || ',');
}

/** The value without a comment, a trailing comma or quote of the line it ends. */
function trimmed(text: string, start: number, end: number, style: Style): { start: number; stop: number } {
  const next = /&(?:amp;)?[\w.[\]-]{1,60}=/.exec(text.slice(start, Math.min(end, start + 4096)));
  let stop = next === null ? end : start + next.index;
  if (style === 'code' || style === 'inline' || style === 'data') while (stop > start && ',;.:!?'.includes(text[stop - 1] ?? '')) stop -= 1;
  if (style === 'env') while (stop > start && ';,'.includes(text[stop - 1] ?? '')) stop -= 1;
  return { start, stop };
}

const BLOCK_HEAD = /[|>][+-]?\d?[ \t]{0,8}\r?\n|\r?\n/y;
const BLOCK_LINES = 20;
const BLOCK_ESCAPED = /[|>][+-]?\\{1,7}n[ \t]{1,40}/y;

/** A YAML block: the value stands on the next lines, deeper than its name. */
export function readBlockValue(cursor: Cursor, place: Place, at: number): number {
  const { text } = cursor;
  BLOCK_ESCAPED.lastIndex = at;
  if (BLOCK_ESCAPED.test(text)) return readBareValue(cursor, place, BLOCK_ESCAPED.lastIndex);
  BLOCK_HEAD.lastIndex = at;
  if (!BLOCK_HEAD.test(text)) return at;
  const marked = text[at] === '|' || text[at] === '>';
  const [lineStart] = cursor.line(place.from);
  const depth = indentOf(text, lineStart);
  let from = BLOCK_HEAD.lastIndex;
  let last = at;
  for (let count = 0; count < (marked ? BLOCK_LINES : 1) && from < text.length; count += 1) {
    const end = cursor.next('\n', from);
    if (end - from > 4096 || indentOf(text, from) <= depth) break;
    const line = text.slice(from, end);
    const body = line.replace(/^[+\- \t>]*["']?/, '');
    const start = from + line.length - body.length;
    const value = body.trimEnd().replace(/["']?,?$/, '');
    if (!/[\s:]/.test(value) || marked) {
      const tier = valueTier(value, { name: place.name, kind: place.kind, style: 'data' });
      if (tier !== null) {
        cursor.put(start, start + value.length, 'assignment', tier);
        last = end;
      }
    }
    from = end + 1;
  }
  return last;
}

function indentOf(text: string, lineStart: number): number {
  let at = lineStart;
  if (text[at] === '+' || text[at] === '-') at += 1;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at - lineStart;
}
