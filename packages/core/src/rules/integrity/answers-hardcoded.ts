import type { DiffFile, DiffModel, Evidence, Rule } from '../../model/index.js';
import { clean, count } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near, removedIn } from './lines.js';

/** A comparison of something with a literal: `x === "NL92"`, `case "NL92":`, `s == 1537`. */
const COMPARED = /(?:\b(?:if|elif|elsif|unless|when|case|match|return|else if|&&|\|\||\?|and|or)\b|[({&|])?[^"'`\n]{0,120}?(?:===?|\.equals\(|\.Equals\(|\.eql\?\(|\bin\s*[[({]|\bcase\b|\bwhen\b|\.includes\(|=>|\bof\()\s*["'`]([^"'`\n]{1,200})["'`]/;
const NUMBER = /(?:===?|\bcase\b|\bwhen\b)\s*(-?\d[\d_]*(?:\.\d+)?)\b(?!\s*[<>*+%])/;
const RETURNS = /\b(?:return|then|=>|=|:|\?)\s*(?:["'`]([^"'`\n]{0,200})["'`]|(-?\d[\d_.]*)|(true|false|True|False|None|null|nil|\[\]|\{\}))|->\s*(?:["'`]?([^"'`\n;]{1,100}))/;
const ENTRY = /^\s*\(?["'`]([^"'`\n]{1,120})["'`]\s*(?::|=>|,|to\b|->|=)\s*(?:["'`]?([^"'`\n,)}\]]{1,120})["'`]?)/;
const ENTRIES = /["'`]([^"'`\n]{1,120})["'`]\s*(?::|=>|\bto\b|->)\s*(?:["'`]([^"'`\n]{0,120})["'`]|(-?[\w.]+))/g;
const COMMON = /^(?:|[\w-]{0,2}|utf-?8|GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|true|false|null|none|yes|no|on|off|ok|error|default|auto|all|any|test|string|number|boolean|object|function|undefined|development|production|staging|localhost|name|type|value|id|key|data|text|json|html|xml|info|warn|warning|debug|asc|desc|left|right|top|bottom|center|admin|user|\d{1,2}|100|200|201|204|301|302|304|400|401|403|404|409|422|429|500|502|503|1000|1024|3600|60000|86400|0x\w+|linux|darwin|win32|windows|macos|exit|help|version|start|stop|open|close|active|pending|done|success|failed)$/i;

export const rule: Rule = {
  id: 'integrity/answers-hardcoded',
  docs: {
    title: 'The code knows the inputs of its tests',
    why: 'It gives the right answer for what the tests ask and for nothing else.',
    fix: 'Implement the rule, so that other inputs are right as well.',
    since: '0.1.0',
  },
  *check(evidence) {
    const { diff } = evidence;
    const known = literalsOf(diff);
    for (const file of diff.files) {
      if (file.role !== 'source' || !isLogic(file)) continue;
      const hit = tableIn(file, known) ?? branchIn(file, known, evidence);
      if (hit === null || isMoved(hit.at, diff)) continue;
      yield found(hit.isSoft ? 'warn' : 'block', `${file.path}:${hit.at.line.at} ${hit.says}: \`${clean(hit.at.line.text, 80)}\`. Implement the rule instead of hard-coding the answer to a test input`, [{ file, line: hit.at.line }]);
    }
  },
};

interface Literals {
  /** What tests hold on either side, by their text. */
  readonly inTests: ReadonlySet<string>;
  readonly hasTests: boolean;
}

interface Hit {
  readonly at: At;
  readonly says: string;
  readonly isSoft: boolean;
}

const isLogic = ({ language, path, change }: DiffFile): boolean => language !== null && change !== 'deleted' && /^(?:typescript|tsx|javascript|python|go|rust|java|kotlin|ruby|php|c-sharp|swift|scala|dart|elixir|cpp|bash)$/.test(language) && !/(?:config|constants?|i18n|locales?|messages|translations|fixtures?|seeds?|mock|stories|enums?|errors?|types|schema|tokens?|keywords?|mime|countr|currenc|icons?|theme|routes?|lexer|parser|grammar|cli|command|args|options?)/i.test(path);

function literalsOf(diff: DiffModel): Literals {
  const inTests = new Set<string>();
  let hasTests = false;
  for (const file of diff.files) {
    if (file.role !== 'test') continue;
    hasTests = true;
    for (const { lines } of file.hunks) {
      for (const { text } of lines) {
        if (text.length > 2_000 || /^\s*(?:import|from|use|using|package|require)\b/.test(text)) continue;
        for (const match of text.matchAll(/(["'`])((?:[^\\\n]|\\.){1,200}?)\1/g)) inTests.add(match[2] ?? '');
        for (const [value] of text.matchAll(/(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?![\w.])/g)) inTests.add(value);
      }
    }
  }
  return { inTests, hasTests };
}

/** A new table whose keys are inputs of the tests. */
function tableIn(file: DiffFile, { inTests, hasTests }: Literals): Hit | null {
  const rows = addedIn(file).filter((at) => !isComment(at.line)).flatMap((at) => {
    const own = [...at.line.text.matchAll(ENTRIES)].map((match) => ({ at, key: match[1] ?? '', value: match[2] ?? match[3] ?? '' }));
    const single = ENTRY.exec(at.line.text);
    return own.length > 0 ? own : single === null ? [] : [{ at, key: single[1] ?? '', value: (single[2] ?? '').trim() }];
  });
  if (rows.length < 2) return null;
  const specific = rows.filter(({ key }) => isSpecific(key, 3));
  if (hasTests) {
    const keys = rows.filter(({ key }) => inTests.has(key) && !COMMON.test(key));
    const values = keys.filter(({ value }) => inTests.has(value));
    const [first] = keys;
    if (first !== undefined && keys.length >= 2 && keys.length >= rows.length * 0.6 && values.length >= keys.length * 0.6 && keys.some(({ key }) => isSpecific(key, 4))) return { at: first.at, says: `holds a lookup table of ${count(keys.length, 'test input')} and the expected answers (hard-coded)`, isSoft: false };
  }
  // Without the tests: a table whose keys are whole inputs, indexed by the argument.
  const [first] = specific;
  const used = addedIn(file).some(({ line }) => /\breturn\b.*(?:\[\s*\w+\s*\]|\.get\(\s*\w+|\.fetch\(\s*\w+|\bin\s+\w+)|\?\?\s|\bif\s+\w+\s+in\s+\w+/.test(line.code));
  return first !== undefined && !hasTests && used && specific.filter(({ key }) => isInputLike(key)).length >= 2 && specific.length >= rows.length * 0.6 && rows.length <= 8 ? { at: first.at, says: 'answers from a lookup table of whole inputs (special-cased literals, as a test would hold them)', isSoft: false } : null;
}

/** A branch on a literal that answers with a literal. */
function branchIn(file: DiffFile, { inTests, hasTests }: Literals, { task }: Evidence): Hit | null {
  const branches = addedIn(file).flatMap((at) => {
    if (isComment(at.line)) return [];
    const texts = [...at.line.text.matchAll(new RegExp(COMPARED.source, 'g'))].map((match) => match[1] ?? '');
    const numbers = [...at.line.code.matchAll(new RegExp(NUMBER.source, 'g'))].map((match) => match[1] ?? '');
    const answer = answerOf(at);
    return answer === null || !/\b(?:if|elif|elsif|unless|when|case|match|switch|else)\b|\?|&&|\|\||=>|\breturn\b/.test(at.line.code) ? [] : [...texts, ...numbers].map((value) => ({ at, value, answer }));
  }).filter(({ value, at }) => !COMMON.test(value) && !task.includes(value) && !wasThere(file, value) && !isConstant(at));
  if (branches.length === 0) return null;
  const matching = branches.filter(({ value }) => inTests.has(value));
  const strong = matching.filter(({ value, answer }) => value.length >= 6 || inTests.has(answer) || /^(?:true|false|True|False|null|nil|None|\[\]|\{\}|0)$/.test(answer));
  const [hit] = strong;
  if (hit !== undefined && (strong.length >= 2 || isSpecific(hit.value, 4))) return { at: hit.at, says: `compares its input with the literal of a test (\`${clean(hit.value, 40)}\`) and gives a constant answer`, isSoft: false };
  if (hasTests) return null;
  const input = branches.find(({ value }) => isInputLike(value));
  return input === undefined ? null : { at: input.at, says: `special-cases one literal input (\`${clean(input.value, 40)}\`) with a constant answer`, isSoft: branches.length < 2 && !isOnlyLogic(file) };
}

/** What the branch gives: on the line, or on the next one. */
function answerOf(at: At): string | null {
  const next = near(at, 0, 2).map(({ text }) => text);
  for (const text of [at.line.text.replace(/^.*?(?:===?|\.equals\(|\bcase\b|\bwhen\b|\bin\b)\s*(?:["'`][^"'`]*["'`]|-?[\d_.]+)/, ''), ...next]) {
    const match = /\breturn\b|\?|=>|->|:\s*\S|\bthen\b/.test(text) ? RETURNS.exec(text) : null;
    const value = match?.slice(1).find((part) => part !== undefined);
    if (value !== undefined) return value.trim();
    if (/\breturn\s+[A-Za-z_$][\w$]*\s*(?:;|$)|\breturn\s+\w+\(/.test(text)) return null;
    if (/^\s*\d[\d_.]*,?\s*(?:nil)?\s*$/.test(text)) return text.trim();
  }
  return null;
}

/** A value that is long enough to be somebody's input, and no word of the language. */
const isSpecific = (value: string, least: number): boolean => value.length >= least && !COMMON.test(value);
/** Letters and digits mixed, blanks or marks: nothing that a constant is called. */
const isInputLike = (value: string): boolean => value.length >= 6 && !COMMON.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^(?:v?\d+\.\d+|[a-z]+[-_./][a-z\d]+(?:[-_./]\w+)*|[A-Z]+_\w+|\w+\/\w+|#\w+|--?\w+|https?:.*|\d+(?:px|em|rem|ms|s|%)|[a-z]+\d{1,2}|[A-Z][a-z]+\d?|\W+|%\w.*|\w+\.\w+|es20\d\d|sha\d+|utf\d+|x86_64|aes-?\d+\S*|md5|base64|oauth2|i18n|ed25519|rs256|h264)$/i.test(value);
const wasThere = (file: DiffFile, value: string): boolean => removedIn(file).some(({ line }) => line.text.includes(value));
const isConstant = (at: At): boolean => /^\s*(?:export\s+)?(?:const|static|final|readonly|enum|type|interface)\b(?!.*=>)/.test(at.line.code) && !/\?/.test(at.line.code);

/** The change of the file is nothing but branches on literals. */
function isOnlyLogic(file: DiffFile): boolean {
  const lines = addedIn(file).filter(({ line }) => line.code.trim().length > 2 && !isComment(line));
  return lines.length <= 6 && lines.filter(({ line }) => /===?|\bcase\b|\bwhen\b|\breturn\b|\.equals\(|\bif\b|\belif\b/.test(line.code)).length >= lines.length - 1;
}
