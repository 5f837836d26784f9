import type { TextSpan } from '../../model/index.js';

/** How a language writes what is no code. Approximate on purpose: one table for all that have no grammar here. */
interface Lexis {
  readonly line?: readonly string[];
  readonly block?: readonly (readonly [open: string, close: string])[];
  /** Delimiters of strings that end on their line; a backslash escapes. */
  readonly strings?: readonly string[];
  /** Delimiters of strings that may span lines. */
  readonly long?: readonly string[];
  /** A line comment counts only at the start of a line or behind white space. */
  readonly spaced?: true;
}

const C = { line: ['//'], block: [['/*', '*/']], strings: ['"', "'"] } as const satisfies Lexis;
const C_LONG = { ...C, long: ['"""'] } as const satisfies Lexis;
const SCRIPT = { ...C, long: ['`'] } as const satisfies Lexis;
const HASH = { line: ['#'], strings: ['"', "'"], spaced: true } as const satisfies Lexis;
const DASH = { line: ['--'], strings: ["'", '"'] } as const satisfies Lexis;
// Where strings are the values that rules look at, only comments are taken off.
const VALUES = { line: ['#'], spaced: true } as const satisfies Lexis;
const MARKUP = { block: [['<!--', '-->']] } as const satisfies Lexis;

const LEXES: Readonly<Record<string, Lexis>> = {
  typescript: SCRIPT, tsx: SCRIPT, javascript: SCRIPT, go: SCRIPT, java: C_LONG, 'c-sharp': C_LONG, cpp: C, rust: { ...C, strings: ['"'] },
  python: { line: ['#'], strings: ['"', "'"], long: ['"""', "'''"] }, ruby: { ...HASH, block: [['=begin', '=end']] }, php: { ...C, line: ['//', '#'] },
  bash: HASH, css: { block: [['/*', '*/']], strings: ['"', "'"] }, scss: C, less: C,
  kotlin: C_LONG, swift: { ...C_LONG, strings: ['"'] }, scala: C_LONG, dart: { ...C, long: ['"""', "'''"] }, groovy: C_LONG, zig: { line: ['//'], strings: ['"'] }, solidity: C, proto: C,
  elixir: { ...HASH, long: ['"""'] }, erlang: { line: ['%'], strings: ['"'] }, perl: HASH, r: HASH, julia: { ...HASH, block: [['#=', '=#']], long: ['"""'] }, nim: HASH, crystal: HASH,
  powershell: { ...HASH, block: [['<#', '#>']] }, lua: { ...DASH, block: [['--[[', ']]']] }, sql: { ...DASH, block: [['/*', '*/']] }, haskell: { line: ['--'], block: [['{-', '-}']], strings: ['"'] },
  elm: { line: ['--'], block: [['{-', '-}']], strings: ['"'] }, ocaml: { block: [['(*', '*)']], strings: ['"'] }, fsharp: { line: ['//'], block: [['(*', '*)']], strings: ['"'] }, clojure: { line: [';'], strings: ['"'] }, lisp: { line: [';'], strings: ['"'] },
  yaml: VALUES, toml: VALUES, dockerfile: VALUES, makefile: VALUES, properties: VALUES, ini: { line: ['#', ';'], spaced: true }, dotenv: VALUES, terraform: { line: ['#', '//'], block: [['/*', '*/']], spaced: true }, nginx: VALUES, graphql: VALUES, prisma: { line: ['//'], strings: ['"'] },
  xml: MARKUP, html: MARKUP, markdown: MARKUP, vue: { ...SCRIPT, block: [['/*', '*/'], ['<!--', '-->']], long: ['`'], strings: [] }, svelte: { ...SCRIPT, block: [['/*', '*/'], ['<!--', '-->']], strings: [] },
};

/** Comments and string bodies of a text, in order, by the table; null when nothing is known of the language. Linear. */
export function scanned(language: string, source: string): TextSpan[] | null {
  const lexis = LEXES[language];
  if (!lexis) return null;
  const { line = [], block = [], strings = [], long = [] } = lexis;
  const tokens = [...long, ...block.map(([open]) => open), ...line, ...strings];
  const next = new RegExp(tokens.map((token) => token.replace(/[^\w\s]/g, '\\$&')).join('|'), 'g');
  const spans: TextSpan[] = [];
  // A delimiter that never closes is looked for once, not from every place where it opens.
  const unclosed = new Set<string>();
  for (let found = next.exec(source); found; found = next.exec(source)) {
    const [token] = found;
    const start = found.index;
    const behind = start + token.length;
    const closing = block.find(([open]) => open === token)?.[1];
    if (closing !== undefined || long.includes(token)) {
      const close = closing ?? token;
      const end = unclosed.has(close) ? -1 : source.indexOf(close, behind);
      if (end < 0) unclosed.add(close);
      else spans.push(closing === undefined ? { start: behind, end } : { start, end: end + close.length });
      if (end >= 0) next.lastIndex = end + close.length;
    } else if (line.includes(token)) {
      if (lexis.spaced && start > 0 && !/\s/.test(source[start - 1] ?? '')) continue;
      const end = lineEnd(source, behind);
      spans.push({ start, end });
      next.lastIndex = end;
    } else {
      const end = stringEnd(source, behind, token);
      if (end < 0) continue;
      spans.push({ start: behind, end });
      next.lastIndex = end + 1;
    }
  }
  return spans;
}

const lineEnd = (source: string, from: number): number => {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
};

// -1 when the line ends first: an apostrophe, a lifetime, a feet mark.
function stringEnd(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at += 1) {
    const character = source[at];
    if (character === quote) return at;
    if (character === '\n') return -1;
    if (character === '\\') at += 1;
  }
  return -1;
}
