import { readBareValue, type Place } from './bare.js';
import { readCookies } from './cookies.js';
import type { Cursor } from './cursor.js';
import { judged } from './judged.js';
import { looksRandom } from './randomness.js';
import { literalAt } from './strings.js';

/** `: str = "x"`, ` string = "x"`, `: &'static str = "x"`, `[] = "x"`: a type between the name and its value. */
export const TYPED = /(?:[ \t]{0,4}:[ \t]{0,4}(?:&|\*|'static |mut |\[\]){0,4}[A-Za-z_](?:[\w.:<>?\][]|, | \| ){0,40}|[ \t]{1,4}(?:As String|string|String|\[\]byte|Secret\w{0,10}|NSString|char)|\[\d{0,4}\])[ \t]{0,8}=(?![=>])[ \t]{0,8}(?=[\w.:&]{0,40}\(?[brufN@]?\\{0,15}["'`])/y;
/** `{name, value}` pairs in any notation: the name stands in a value, and its value under `value`. */
const PAIRED =
  /(\\{0,15}["'`]|&quot;)?(?:[ \t\r]{0,8}[,;]|[ \t\r]{0,8}(?:\n|\\{1,7}n)[+\- \t]{0,40}|[ \t]{1,8}|\s{0,8}<\/(?:key|name|Key|Name)>(?:\s|\\{1,7}[nrt]){0,80}<(?=string|value|Value|String))(?:\s{0,20}(?:\\{0,15}["'`])?(?:type|secure|valueType|Type|description|sensitive|enabled)(?:\\{0,15}["'`])?\s{0,4}[:=]\s{0,4}[^\n,{}\\]{1,40}[,\n])?(?:[ \t\n]|\\{1,7}[nrt]){0,40}(?:\\{0,15}["'`])?(?:value|Value|VALUE|string|String|default|content|stringValue|secretValue|plaintext)(?:\\{0,15}["'`])?[ \t]{0,8}(?:=>|[:=>])[ \t]{0,8}/y;
/** `<Password Type="x">value</`, `name="password" type="s">value</`: other attributes before the text. */
const ATTRIBUTES = /\\{0,7}["']?(?:[ \t]{1,4}[\w:.-]{1,40}=\\{0,7}["'][^"'<>\\]{0,80}\\{0,7}["']){1,6}[ \t]?>/y;
/** A field of a multipart form: its value stands behind an empty line. */
const FORM_FIELD = /"(?:\r?\n){2}/y;
const REVERSED = /["']?[Vv]alue["']?[ \t]{0,4}:[ \t]{0,4}"([^"\\\n]{6,400})"\s{0,40},\s{0,40}["']?(?:name|key|Name|Key)["']?[ \t]{0,4}:[ \t]{0,4}"$/;
const TERRAFORM_DEFAULT = /\\{0,7}["'][ \t]{0,4}\{[^{}]{0,400}?\bdefault[ \t]{0,20}=[ \t]{0,4}/y;
/** A call or constructor that only wraps a literal: `SecretStr("x")`, `Some("x")`, `aws.String("x")`, `new Buffer("x")`. */
export const WRAPPER =
  /(?:new |await |&)?(?:[\w.]{1,40}(?:\.|::))?(?:Some|Ok|Just|Secret|SecretStr|SecretString|SecretBytes|Secure\w{0,12}|Sensitive|Password|String|NewString|Buffer|from|of|b64decode|atob|btoa|bytes|ptr|Ptr|Value|unsafePlainText|plainText|new|byte|\[\]byte|fromString)!?\([ \t]{0,4}(?=[brufN]?\\{0,15}["'`])/y;
/** `TOKEN value` without a separator, behind these. */
const NAMED_BY = /(?:^|[\s;&|"'`])(?:#define|ENV|ARG|setenv|setx|set(?: -[a-zA-Z]{1,4})?|export|env\.)[ \t]{1,4}$|config set \S{0,80}$/;

/** Names that stand without a separator before their value. */
export function readSpecial(cursor: Cursor, place: Place, to: number): number | null {
  const { text } = cursor;
  ATTRIBUTES.lastIndex = to;
  if (ATTRIBUTES.test(text)) {
    const end = cursor.next('<', ATTRIBUTES.lastIndex);
    if (text[end + 1] === '/' && end <= cursor.line(to)[1]) return judged(cursor, place, ATTRIBUTES.lastIndex, end, 'quoted');
  }
  FORM_FIELD.lastIndex = to;
  if (FORM_FIELD.test(text)) return judged(cursor, place, FORM_FIELD.lastIndex, cursor.next('\n', FORM_FIELD.lastIndex), 'env');
  if (text[to] === '"' && /:\s{0,4}"$/.test(text.slice(Math.max(0, place.from - 6), place.from))) {
    const before = REVERSED.exec(text.slice(Math.max(0, place.from - 500), place.from));
    const value = before?.[1];
    if (value !== undefined) {
      const start = text.lastIndexOf(value, place.from - 1);
      if (judged(cursor, place, start, start + value.length, 'quoted') !== null) return to;
    }
  }
  for (const pattern of [PAIRED, TYPED, TERRAFORM_DEFAULT]) {
    pattern.lastIndex = to;
    if (!pattern.test(text)) continue;
    const at = pattern.lastIndex;
    WRAPPER.lastIndex = at;
    const value = pattern === TYPED && WRAPPER.test(text) ? WRAPPER.lastIndex : at;
    const literal = literalAt(cursor, value);
    if (literal !== null && place.kind === 'cookie') return readCookies(cursor, literal.start, literal.end);
    if (literal !== null) return judged(cursor, place, literal.start, literal.end, 'quoted');
    if (pattern !== PAIRED) return null;
    if (text[at - 1] === '>') return judged(cursor, place, at, Math.min(cursor.next('<', at), cursor.line(at)[1]), 'quoted');
    const done = readBareValue(cursor, { ...place, from: at, quote: '', separator: ':' }, at);
    return done > at ? done : null;
  }
  if (text[to] !== ' ' && text[to] !== '\t') return null;
  const [lineStart] = cursor.line(place.from);
  const lead = text.slice(Math.max(lineStart, place.from - 60), place.from);
  const flag = lead.endsWith('--') || /(?:^|\s)-$/.test(lead);
  const named = flag || NAMED_BY.test(lead) || /^(?:requirepass|masterauth)$/.test(place.name);
  const spoken = !named && place.kind !== 'weak' && place.kind !== 'pin' && place.kind !== 'pass';
  if (!named && !spoken) return null;
  const literal = literalAt(cursor, to + 1);
  if (literal !== null && spoken && place.kind !== 'password' && !isRandom(text.slice(literal.start, literal.end), 12)) return null;
  if (literal !== null) return judged(cursor, place, literal.start, literal.end, 'quoted');
  if (lead.endsWith('#define ') || text[to + 1] === '-' || /\s/.test(text[to + 1] ?? ' ')) return null;
  const end = cursor.bareEnd(to + 1, false);
  const value = text.slice(to + 1, Math.min(end, to + 600));
  if (spoken && (!isRandom(value, place.kind === 'password' ? 10 : 20) || /[/\\.:(){}]/.test(value))) return null;
  if (flag && /^[A-Za-z]+$/.test(value) && !looksRandom(value, 12)) return null;
  return judged(cursor, place, to + 1, end, flag ? 'inline' : 'env');
}

function isRandom(value: string, least: number): boolean {
  return /\d/.test(value) && looksRandom(value, least);
}
