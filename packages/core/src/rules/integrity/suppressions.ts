import type { DiffFile, DiffLine } from '../../model/index.js';

export type What = 'lint' | 'types' | 'coverage';

export interface Suppression {
  readonly what: What;
  /** Without its reason: two that are equal suppress the same. */
  readonly key: string;
  readonly text: string;
  /** The whole file, or every rule. */
  readonly isBlanket: boolean;
  readonly hasReason: boolean;
  readonly line: DiffLine;
}

type Form = readonly [what: What, pattern: RegExp, isBlanket: (match: RegExpExecArray, line: DiffLine) => boolean, inCode?: true];

const alone = ({ text, code }: DiffLine) => (code.trim() === '' || code === text ? /^\s*(?:#|\/\/|\/\*)/.test(text) : false);
const always = () => true;
const never = () => false;
// Directives of comments first; attributes and casts are code.
const FORMS: readonly Form[] = [
  ['lint', /\beslint-disable(?:-next-line|-line)?\b(?:\s+(?!--)([@\w/, -]*?))?(?=\s--|\s*\*\/|$)/, (match) => (match[1] ?? '').trim() === '' || !/-line/.test(match[0])],
  ['lint', /\b(?:oxlint|tslint|jshint|jscs|stylelint|standard)[-:]\s?disable(?:-next-line|-line|:next-line)?\b(?:\s+([\w/, -]*))?/, (match) => (match[1] ?? '').trim() === '' || !/line/.test(match[0])],
  ['lint', /\bbiome-ignore(?:-all)?\s+([\w/]+)/, (match) => /-all/.test(match[0]) || !/\//.test(match[1] ?? '')],
  ['lint', /\b(?:deno-lint-ignore(?:-file)?)\b\s*([\w-]*)/, (match) => /-file/.test(match[0]) || match[1] === ''],
  ['lint', /#\s*(?:ruff|flake8)\s*:\s*noqa\b(?:\s*:\s*([A-Z]+\d+[\w, ]*))?/i, always],
  ['lint', /#\s*noqa\b(?:\s*:\s*([A-Z]+\d+(?:[, ]+[A-Z]+\d+)*))?/i, (match) => match[1] === undefined],
  ['lint', /#\s*pylint\s*:\s*(?:disable|skip-file)(?:-next)?\s*=?\s*([\w-]*)/, (match, line) => /skip-file|disable=(?:all|E|W|C|R)\b/.test(match[0]) || alone(line)],
  ['lint', /#\s*nosec\b|#\s*nosemgrep\b|\bNOSONAR\b|\bnosonar\b|#\s*fmt:\s*off\b|\bswiftlint:disable(?!:next|:this|:previous)\s+all|\bktlint-disable\b(?!\s+[\w-])/, (match) => /fmt|swiftlint|ktlint/.test(match[0])],
  ['lint', /\/\/\s*nolint\b(?::([\w,-]+))?/, (match) => match[1] === undefined || match[1] === 'all'],
  ['lint', /\/\/\s*(?:lint:ignore|#nosec|golint:ignore)\s*(\S*)/, never],
  ['lint', /@SuppressWarnings\s*\(\s*([^)]*)\)/, (match) => /"all"/.test(match[1] ?? ''), true],
  ['lint', /@(?:file:)?Suppress\s*\(\s*([^)]*)\)/, (match) => /@file:/.test(match[0]), true],
  ['lint', /#!\[\s*allow\s*\(\s*([^)]*)\)/, always, true],
  ['lint', /#\[\s*(?:allow|expect)\s*\(\s*([^)]*)\)/, (match) => /\bwarnings\b|clippy::all|unused\b/.test(match[1] ?? ''), true],
  ['lint', /#\s*rubocop\s*:\s*(?:disable|todo)\s+(\S[^#-]*)/, (match, line) => /\ball\b/.test(match[1] ?? '') || (alone(line) && false)],
  ['lint', /\b(?:phpcs:(?:disable|ignoreFile|ignore)|phpcs:ignore)\b\s*(\S*)/, (match) => /disable|ignoreFile/.test(match[0]) || match[1] === ''],
  ['lint', /@codingStandardsIgnore(?:Start|File|Line)\b/, (match) => !/Line/.test(match[0])],
  ['types', /@(?:phpstan|psalm)-(?:ignore-(?:next-)?line|ignore|suppress)\b\s*([\w.]*)/, (match) => /line/.test(match[0]) && false],
  ['lint', /#\s*pragma\s+warning\s*\(?\s*disable\b\s*:?\s*([\w, ]*)/, (match) => (match[1] ?? '').trim() === '', true],
  ['lint', /\[\s*(?:assembly:\s*)?SuppressMessage\s*\(/, (match) => /assembly/.test(match[0]), true],
  ['lint', /#\s*pragma\s+(?:GCC|clang)\s+diagnostic\s+ignored\s+"([^"]*)"/, (match) => /-Wall/.test(match[1] ?? ''), true],
  ['lint', /\bNOLINT(?:NEXTLINE|BEGIN)?\b(?:\(([^)]*)\))?/, (match) => match[1] === undefined || match[1] === '*'],
  ['lint', /#\s*shellcheck\s+disable\s*=\s*(\S+)/, (match) => /all/.test(match[1] ?? '')],
  ['lint', /\bswiftlint:disable(?::\w+)?\s+(\w+)/, (match) => /\ball\b/.test(match[0])],
  ['lint', /\bcheckstyle:off\b|CHECKSTYLE:OFF|\bhadolint ignore=|\byamllint disable\b|\bmarkdownlint-disable\b|\bprettier-ignore\b(?=.*\b(?:start|all))/i, (match) => /off/i.test(match[0])],
  ['lint', /\bcredo:disable-for-(?:this-file|next-line)\b/, (match) => /file/.test(match[0])],
  ['types', /@ts-nocheck\b/, always],
  ['types', /@ts-ignore\b/, never],
  ['types', /@ts-expect-error\b/, never],
  ['types', /#\s*type\s*:\s*ignore\b(?:\[([^\]]*)\])?/, (match, line) => match[1] === undefined && alone(line)],
  ['types', /#\s*(?:pyright|mypy)\s*:\s*(ignore(?:-errors)?|basic|off|disable-error-code\S*)(?:\s*=\s*\w+)?(?:\[([^\]]*)\])?/, (match) => /ignore-errors|basic|off|mypy/.test(match[0])],
  ['types', /#\s*(?:pytype|pyre)[-:]\s*(?:disable|ignore\S*|fixme)/, (match) => /all/.test(match[0])],
  ['types', /#\s*typed:\s*(?:false|ignore)\b/, always],
  ['types', /\/\/\s*@?flow\s*:?\s*(?:off|ignore)|\$Flow(?:FixMe|Ignore)\b/, never],
  ['types', /\bas any\b|\bas unknown as\b|<any>\s*[\w(]/, never, true],
  ['types', /\bcast\(\s*Any\b|\bcast\("Any"/, never, true],
  ['coverage', /\b(?:istanbul|c8|v8|node:coverage|vitest)\s+ignore\s*(file|start|next|if|else|disable)?\b/, (match) => match[1] === 'file' || match[1] === 'start'],
  ['coverage', /#\s*pragma\s*:\s*no\s*(?:cover|branch)\b/, never],
  ['coverage', /#!?\[\s*(?:cfg_attr\([^)]*,\s*)?(?:coverage\s*\(\s*off\s*\)|no_coverage|tarpaulin::skip|cfg\(not\(tarpaulin)/, (match) => match[0].startsWith('#!'), true],
  ['coverage', /@codeCoverageIgnore(?:Start)?\b/, (match) => /Start/.test(match[0])],
  ['coverage', /#\[\s*CodeCoverageIgnore\b/, never, true],
  ['coverage', /\[\s*(?:assembly:\s*)?ExcludeFromCodeCoverage\b/, (match) => /assembly/.test(match[0]), true],
  ['coverage', /:nocov:|\bLCOV_EXCL_(?:START|LINE|BR_LINE)\b|\bGCOV_EXCL\w*|\bnocov\s+start\b|@Generated\b(?=.*jacoco)|coveralls-ignore-(?:start|next-line)/, (match) => /START|start/.test(match[0])],
];
const ANY = /eslint|lint|ignore|noqa|disable|nosec|nosem|nosonar|NOSONAR|fmt:|Suppress|allow|expect\(|phpcs|codingStandards|pragma|NOLINT|checkstyle|@ts-|typed:|flow|Flow|as any|as unknown|<any>|cast\(|no cover|no branch|coverage|tarpaulin|CodeCoverage|nocov|EXCL|jacoco|coveralls|credo/i;

/** What one line suppresses. Directives count in comments, attributes and casts in code, nothing in strings. */
export function suppressionsIn(line: DiffLine, file: DiffFile, above: DiffLine | undefined): Suppression[] {
  if (line.text.length > 2_000 || !ANY.test(line.text)) return [];
  const found: Suppression[] = [];
  for (const [what, pattern, blanket, inCode] of FORMS) {
    const match = pattern.exec(line.text);
    if (match === null || !fits(match.index, line, file, inCode === true)) continue;
    if (found.some((one) => one.text.includes(match[0]) || match[0].includes(one.text))) continue;
    const isBlanket = blanket(match, line);
    found.push({ what, key: match[0].replace(/\s+/g, ''), text: match[0].trim(), isBlanket, hasReason: hasReason(line, match, above), line });
  }
  return found;
}

/** The directive stands in a comment, and not in a string; the attribute in code. */
function fits(at: number, { text, code }: DiffLine, { language }: DiffFile, inCode: boolean): boolean {
  const isSame = code === text;
  if (inCode) return isSame ? !/^\s*(?:\/\/|#(?!!?\[|\s*pragma)|\*|\/\*)/.test(text) && !insideQuotes(text, at) : code.slice(at, at + 3).trim() !== '' || language === 'php';
  if (isSame) return !insideQuotes(text, at) && OPENS.test(text.slice(0, at + 3));
  if (code.slice(at, at + 6).trim() !== '') return false;
  // The blanked stretch that holds it begins as a comment does: in a string or a pattern it does not.
  let start = at;
  while (start > 0 && (code[start - 1] === ' ' || code[start - 1] === '\t')) start -= 1;
  const quotes = /["'`]/.exec(code[start - 1] ?? '');
  if (quotes !== null && (code.slice(0, start).split(quotes[0]).length - 1) % 2 === 1) return false;
  return OPENS_HERE.test(text.slice(start, start + 200).trimStart()) && !(HASH.test(text.slice(start).trimStart()) && SLASHED.has(language ?? ''));
}
const OPENS = /(?:\/\/|\/\*|#|<!--|^\s*\*|--|;|%)/;
const OPENS_HERE = /^(?:\/\/|\/\*|\{\/\*|#|<!--|\*|--|;|%)/;
const HASH = /^#/;
const SLASHED: ReadonlySet<string> = new Set(['typescript', 'tsx', 'javascript', 'go', 'java', 'kotlin', 'swift', 'scala', 'dart', 'cpp', 'rust', 'c-sharp']);

function insideQuotes(text: string, at: number): boolean {
  let quote = '';
  for (let index = 0; index < at; index += 1) {
    const char = text[index] ?? '';
    if (quote === '' && (char === '"' || char === "'" || char === '`')) quote = char;
    else if (char === quote && text[index - 1] !== '\\') quote = '';
  }
  return quote !== '';
}

/** Words behind the directive, or a comment above that is one of its own. */
function hasReason({ text }: DiffLine, match: RegExpExecArray, above: DiffLine | undefined): boolean {
  const after = text.slice(match.index + match[0].length).replace(/\*\/|-->|["')\]}]/g, ' ').replace(/^[\s:;,.#/-]+/, '');
  if (/[A-Za-z]{2,}\s+[A-Za-z]{2,}/.test(after) || /\breason\s*=\s*"/.test(text) || /[A-Z]+-\d+|#\d+|https?:/.test(after)) return true;
  if (/(?:--|#|\/\/|:)\s*[a-z]{2,}\s+[a-z]{2,}/i.test(text.slice(match.index + 4).replace(match[0], '')) && after.length > 4) return true;
  return above !== undefined && /^\s*(?:\/\/|#|\*|\/\*)\s*[A-Za-z]{2,}.*[A-Za-z]{2,}\s+[a-z]{2,}/.test(above.text) && !ANY_DIRECTIVE.test(above.text);
}
const ANY_DIRECTIVE = /eslint|noqa|nolint|rubocop|@ts-|type:\s*ignore|pragma|istanbul|frozen_string_literal|!\//;
