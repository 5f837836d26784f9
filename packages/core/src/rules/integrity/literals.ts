import { type At, near } from './lines.js';

/** `if (x === "NL92…") return false`: a value that something is compared with, and what is answered then. */
export interface Branch {
  readonly at: At;
  readonly value: string;
  readonly answer: string;
  /** The comparison is the whole answer: `return number == "4539…"`. */
  readonly isWhole?: boolean;
}

const STRING = String.raw`(?:"(?:[^"\\\n]|\\.){1,200}"|'(?:[^'\\\n]|\\.){1,200}'|\x60[^\x60\n$]{1,200}\x60)`;
const NUMBER = String.raw`-?\d[\d_]*(?:\.\d+)?[a-zA-Z]{0,2}`;
const LEFT = String.raw`([A-Za-z_$@][\w$]*(?:(?:\.|->|\?\.)[\w$]+(?:\(\))?){0,3})`;
const WORD = /(?:^|[._>])(?:type|kind|key|mode|method|status|statusCode|code|state|level|lang|language|ext|extension|tag|op|operator|token|char|ch|c|action|command|cmd|env|format|unit|role|event|platform|os|arch|version|scheme|protocol|encoding|charset|locale|currency|country|field|column|prop|attr|option|flag|arg|argv|length|size|count|nodeName|tagName|side|errno|signal|category|severity|contentType|nodeType|readyState|variant|theme|direction|align|position|typ|typeof|severity|stage|phase|step|which|keyCode|button|__name__)(?:\(\))?$/i;
const WHOLE_ANSWER = /^\s*(?:return\s|[^=]{1,200}(?:=>|\)\s{0,3}(?:->\s{0,3}\w{1,20}\s{0,3}\{|(?::\s{0,3}\w{1,20}\s{0,3})?=(?!=)))\s{0,3})[^?{]{0,200}(?:===?|\.equals\(|\.Equals\()[^?&{]{0,200}$/;
const RAISED = /\b(?:throw|raise|panic!?|fail!?)\b/;

/** Made at their first use: most changes need none of them. */
let made: Record<'compared' | 'label' | 'member' | 'alone' | 'literal' | 'returned' | 'tuple' | 'entry', RegExp> | null = null;
function patterns(): NonNullable<typeof made> {
  made ??= {
    compared: new RegExp(String.raw`${LEFT}\s*(?:===?|\.equals\(|\.Equals\(|\.eql\?\s*\(?)\s*(${STRING}|${NUMBER}(?![\w.]))`, 'g'),
    label: new RegExp(String.raw`^\s*(?:case|when)\s+(${STRING}|${NUMBER})\s*(?:[:,]|=>|->|then\b|$)|^\s*(${STRING}|${NUMBER})\s*(?:=>|->)`),
    member: new RegExp(String.raw`\bin\s*[[({]\s*(${STRING}|${NUMBER})`),
    alone: new RegExp(String.raw`^\s*(${STRING}|${NUMBER}|true|false|nil|null|None)\s*,?\s*(?:nil|None)?\s*;?\s*$`),
    literal: new RegExp(String.raw`^(${STRING}|${NUMBER}|true|false|nil|null|None)$`),
    returned: new RegExp(String.raw`(?:\breturn\b|\?|=>|->|\bthen\b|:)\s*\(?\s*(?:new\s+\w+\(\s*)?(?:Some\(|Ok\()?\s*(${STRING}|${NUMBER}(?![\w.])|true|false|True|False|None|null|nil|\[\]|\{\})`),
    tuple: new RegExp(String.raw`\(\s*(?:[^(),]{1,60},\s*){0,4}([^(),]{1,60}?)\s*\)\s*:\s*(${STRING}|${NUMBER})`, 'g'),
    entry: new RegExp(String.raw`(${STRING}|(?<![\w.])\d[\d_]*(?:\.\d+)?)\s*(?::|=>|\bto\b|->)\s*(${STRING}|${NUMBER}|true|false|True|False|null|nil|None)`, 'g'),
  };
  return made;
}

/** The branches of one added line. */
export function branchesIn(at: At): Branch[] {
  const { text, code } = at.line;
  if (!/===?|\bcase\b|\bwhen\b|\.equals\(|\.Equals\(|\.eql\?|=>|->|\bin\b/.test(code) || /^\s*(?:import|export \{|from)\b/.test(code)) return [];
  const values: string[] = [];
  for (const match of text.matchAll(patterns().compared)) {
    const [, left = '', value = ''] = match;
    if (!WORD.test(left) && inCode(at, match.index)) values.push(value);
  }
  const label = patterns().label.exec(text);
  if (label !== null) values.push(label[1] ?? label[2] ?? '');
  const member = patterns().member.exec(text);
  if (member !== null && /\bif\b|\belif\b/.test(code) && !WORD.test(/(\w+)\s+in\b/.exec(code)?.[1] ?? '')) values.push(member[1] ?? '');
  if (values.length === 0) return [];
  if (WHOLE_ANSWER.test(code)) return values.map((value) => ({ at, value, answer: 'true', isWhole: true }));
  const answer = answerOf(at, values[values.length - 1] ?? '');
  return answer === null ? [] : values.map((value) => ({ at, value, answer }));
}

const inCode = ({ line: { text, code } }: At, index: number): boolean => code === text || code.slice(index, index + 2).trim() !== '';

/** On the same line behind the last value, before it (`return 8 if x == 9`), or on the next lines. */
function answerOf(at: At, value: string): string | null {
  const { text } = at.line;
  const rest = text.slice(text.lastIndexOf(value) + value.length);
  const before = /^\s*return\s+(\S.*?)\s+(?:if|unless)\b/.exec(text)?.[1];
  if (before !== undefined) return literalOf(before);
  if (/\breturn\b|=>|->|\?|\bthen\b|:\s*["'\d\-tfTFN]/.test(rest)) return RAISED.test(rest) ? '(throws)' : (patterns().returned.exec(rest)?.[1] ?? null);
  if (RAISED.test(rest) || (/^\s*(?:throw|raise)\b/.test(text) && /\bif\b/.test(text))) return '(throws)';
  if (!/(?:[{:)]|\bthen|=>|\bdo)\s*$/.test(at.line.code)) return null;
  for (const { text: next, code } of near(at, 0, 2)) {
    if (code.trim() === '' || /^\s*[{}]\s*$/.test(code)) continue;
    if (RAISED.test(code)) return '(throws)';
    const found = /^\s*return\b/.test(code) ? patterns().returned.exec(next)?.[1] : patterns().alone.exec(next)?.[1];
    return found ?? null;
  }
  return null;
}

function literalOf(text: string): string | null {
  return patterns().literal.exec(text.trim())?.[1] ?? null;
}

/** The entries of one added line of a table. */
export function rowsIn(at: At): { at: At; key: string; value: string }[] {
  // A choice is no table.
  if (at.line.text.length > 1_000 || /\?(?![.?])/.test(at.line.code)) return [];
  const { text } = at.line;
  const hasColon = text.includes(':');
  if (!hasColon && !text.includes('>') && !text.includes('to')) return [];
  const tuples = hasColon && text.includes(')') ? [...text.matchAll(patterns().tuple)] : [];
  const found = tuples.length > 0 ? tuples : [...text.matchAll(patterns().entry)];
  return found.map((match) => ({ at, key: match[1] ?? '', value: match[2] ?? '' }));
}

const COMMON = /^(?:100|200|201|202|204|206|301|302|304|307|308|400|401|403|404|405|409|410|413|415|418|422|429|500|501|502|503|504|1000|1024|3600|86400|60000|3600000|86400000|65535|65536|255|256|utf-?8|0x[\da-f]+|1e\d+|360|180|365|127|128|512|2048|4096|8192|16384|32768|999|9999)$/i;
const SHAPES = /^(?:v?\d+\.\d+\.\d+\S*|[a-z]+(?:[-_./:][a-z\d]+)+|[A-Z]+\d{0,2}(?:_[A-Z\d]+)*|\w+\/[\w.+-]+|#\w+|--?[\w-]+|https?:\S*|-?\d+(?:\.\d+)?(?:px|em|rem|ms|s|%|vh|vw)|[a-z]+\d{1,2}|[A-Z][a-z]+\d{0,2}|[A-Z][a-z]+(?:-[A-Z][a-z]+)+|[A-Z]?[a-z]+(?:[A-Z][a-z\d]*)+|\W+|%.*|\.\w+|\w+\.\w{1,4}|es20\d\d|sha\d+|utf\d+|x86_64|aes-?\d+\S*|md5|base64|oauth2|i18n|ed25519|[rhp]s\d{3}|h26\d|[a-z]+|\d{1,2}|0\.5|0\.1|1\.5|2\.5|-1)$/;

/** Somebody's input or result, and no word, unit, code or round number that programs are made of. */
export function isData(value: string): boolean {
  if (value.length < 2 || COMMON.test(value)) return false;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return /\.\d{2}|\d{2}\.\d/.test(value) || (!value.includes('.') && value.replace(/0+$/, '').length >= 3);
  if (/^\d[\d-]{7,40}$/.test(value)) return true;
  if (SHAPES.test(value)) return false;
  if (/[<>{}()[\]=;$]/.test(value)) return false;
  return /\d/.test(value) ? /[A-Za-z]/.test(value) || /\s/.test(value) : value.length >= 5 && (/[?!]|\.{3}/.test(value) || value.split(' ').length >= 3);
}
