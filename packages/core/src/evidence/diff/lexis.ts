/** How a language writes comments and strings, as far as the scanner needs it. */
export interface Lexis {
  /** Starts of comments that end with the line. */
  readonly line: readonly string[];
  /** A line comment begins a line or follows a blank: `a#b`, `$#` and `http://x` hold none. */
  readonly spaced?: boolean;
  readonly block: readonly (readonly [open: string, close: string])[];
  readonly nested?: boolean;
  readonly quotes: readonly Quote[];
  /** Prose stands between the code: any letter before an apostrophe makes it one. */
  readonly markup?: boolean;
}

export interface Quote {
  readonly open: string;
  readonly close: string;
  /** May hold line breaks; without it an open string ends with its line. */
  readonly long?: boolean;
  /** Nothing is escaped in it, or a doubled quote is. */
  readonly raw?: boolean;
  /** What begins code inside the string; `}` or `)` ends it. */
  readonly code?: readonly string[];
  /** One character: where no closing quote follows at once, the quote is something else (a lifetime, a type variable). */
  readonly single?: boolean;
}

/** How the language is written, or undefined. Approximate, and for whole languages without a grammar; also for files that are too large for one. */
export function lexisOf(language: string): Lexis | undefined {
  const all = (made ??= lexes());
  return Object.hasOwn(all, language) ? all[language] : undefined;
}
let made: Readonly<Record<string, Lexis>> | undefined;

const q = (open: string, more: Omit<Quote, 'open' | 'close'> & { readonly close?: string } = {}): Quote => ({ close: open, ...more, open });
function lexes(): Readonly<Record<string, Lexis>> {
  const C_BLOCK = [['/*', '*/']] as const;
  const XML_BLOCK = [['<!--', '-->']] as const;
  const CHAR = q("'", { single: true });
  const SIMPLE = [q('"'), q("'")];
  const TRIPLES = [q('"""', { long: true }), q("'''", { long: true })];

  const c = (quotes: readonly Quote[], more: Partial<Lexis> = {}): Lexis => ({ line: ['//'], block: C_BLOCK, quotes, ...more });
  const hash = (quotes: readonly Quote[], more: Partial<Lexis> = {}): Lexis => ({ line: ['#'], spaced: true, block: [], quotes, ...more });
  /** Values are what such a file says: its strings stay. */
  const dataHash = hash([]);
  const xml: Lexis = { line: [], block: XML_BLOCK, quotes: [] };
  const script = c([q('"'), q("'"), q('`', { long: true, code: ['${'] })], { block: [...C_BLOCK, ...XML_BLOCK], markup: true });
  const lisp: Lexis = { line: [';'], block: [['#|', '|#']], quotes: [q('"', { long: true })] };

  return {
    typescript: c([q('"'), q("'"), q('`', { long: true, code: ['${'] })]),
    tsx: c([q('"'), q("'"), q('`', { long: true, code: ['${'] })]),
    javascript: c([q('"'), q("'"), q('`', { long: true, code: ['${'] })]),
    python: { ...hash([...TRIPLES, ...SIMPLE]), spaced: false },
    go: c([q('"'), q('`', { long: true, raw: true }), CHAR]),
    rust: c([q('r##"', { close: '"##', long: true, raw: true }), q('r#"', { close: '"#', long: true, raw: true }), q('"', { long: true }), CHAR], { nested: true }),
    java: c([q('"""', { long: true }), q('"'), CHAR]),
    ruby: hash([q('"', { code: ['#{'] }), q("'")], { block: [['\n=begin', '\n=end']] }),
    php: c([q('"', { long: true, code: ['{$'] }), q("'", { long: true })], { line: ['//', '#'] }),
    'c-sharp': c([q('"""', { long: true, raw: true }), q('$@"', { close: '"', long: true, raw: true, code: ['{'] }), q('@"', { close: '"', long: true, raw: true }), q('$"', { close: '"', code: ['{'] }), q('"'), CHAR]),
    cpp: c([q('R"(', { close: ')"', long: true, raw: true }), q('"'), CHAR]),
    bash: hash([q('"', { long: true, code: ['$('] }), q("'", { long: true, raw: true })]),
    css: { line: [], block: C_BLOCK, quotes: SIMPLE },
    scss: c(SIMPLE, { spaced: true }),
    kotlin: c([q('"""', { long: true, raw: true, code: ['${'] }), q('"', { code: ['${'] }), CHAR], { nested: true }),
    swift: c([q('#"', { close: '"#', raw: true, code: ['\\#('] }), q('"""', { long: true, code: ['\\('] }), q('"', { code: ['\\('] })], { nested: true }),
    scala: c([q('"""', { long: true, raw: true, code: ['${'] }), q('"', { code: ['${'] }), CHAR], { nested: true }),
    groovy: c([q('"""', { long: true, code: ['${'] }), q("'''", { long: true }), q('"', { code: ['${'] }), q("'")]),
    dart: c([q('"""', { long: true, code: ['${'] }), q("'''", { long: true, code: ['${'] }), q('"', { code: ['${'] }), q("'", { code: ['${'] })], { nested: true }),
    elixir: hash([q('"""', { long: true, code: ['#{'] }), q("'''", { long: true, code: ['#{'] }), q('"', { long: true, code: ['#{'] }), q("'", { code: ['#{'] })]),
    erlang: { line: ['%'], block: [], quotes: [q('"', { long: true }), q("'")] },
    haskell: { line: ['-- '], block: [['{-', '-}']], nested: true, quotes: [q('"'), CHAR] },
    ocaml: { line: [], block: [['(*', '*)']], nested: true, quotes: [q('"', { long: true }), CHAR] },
    fsharp: { line: ['//'], block: [['(*', '*)']], nested: true, quotes: [q('"""', { long: true, raw: true }), q('"', { long: true }), CHAR] },
    clojure: { ...lisp, block: [] },
    lisp,
    lua: { line: ['--'], block: [['--[[', ']]']], quotes: [q('[[', { close: ']]', long: true, raw: true }), ...SIMPLE] },
    perl: hash([q('"', { long: true }), q("'", { long: true })], { block: [['\n=pod', '\n=cut'], ['\n=head', '\n=cut']] }),
    r: hash([q('"', { long: true }), q("'", { long: true })], { spaced: false }),
    julia: hash([q('"""', { long: true, code: ['$('] }), q('"', { code: ['$('] }), CHAR], { block: [['#=', '=#']] }),
    nim: hash([q('"""', { long: true, raw: true }), q('"'), CHAR], { block: [['#[', ']#']] }),
    zig: { line: ['//'], block: [], quotes: [q('"'), CHAR] },
    d: c([q('`', { long: true, raw: true }), q('"', { long: true }), CHAR]),
    v: c([q('"', { code: ['${'] }), q("'", { code: ['${'] }), q('`')]),
    solidity: c(SIMPLE),
    pascal: { line: ['//'], block: [['{', '}'], ['(*', '*)']], quotes: [q("'", { raw: true })] },
    fortran: { line: ['!'], block: [], quotes: [q('"', { raw: true }), q("'", { raw: true })] },
    vb: { line: ["'"], spaced: true, block: [], quotes: [q('"', { raw: true })] },
    powershell: hash([q('@"', { close: '\n"@', long: true, raw: true, code: ['$('] }), q("@'", { close: "\n'@", long: true, raw: true }), q('"', { long: true, code: ['$('] }), q("'", { long: true, raw: true })], { block: [['<#', '#>']] }),
    batch: { line: ['::', 'REM ', 'rem '], spaced: true, block: [], quotes: [] },
    fish: hash([q('"', { long: true, code: ['$('] }), q("'", { long: true })]),
    sql: { line: ['--', '# '], spaced: true, block: C_BLOCK, nested: true, quotes: [q("'", { long: true, raw: true })] },
    prisma: c([q('"')]),
    graphql: hash([q('"""', { long: true }), q('"')], { spaced: false }),
    protobuf: c(SIMPLE),
    thrift: c(SIMPLE, { line: ['//', '#'] }),
    rego: hash([q('"'), q('`', { long: true, raw: true })]),
    nix: hash([q("''", { long: true, raw: true, code: ['${'] }), q('"', { long: true, code: ['${'] })], { block: C_BLOCK }),
    terraform: { line: ['#', '//'], spaced: true, block: C_BLOCK, quotes: [] },
    bicep: c([]),
    yaml: dataHash,
    toml: dataHash,
    dockerfile: dataHash,
    makefile: dataHash,
    cmake: dataHash,
    gitignore: dataHash,
    dotenv: dataHash,
    properties: { line: ['#', '!'], spaced: true, block: [], quotes: [] },
    ini: { line: ['#', ';'], spaced: true, block: [], quotes: [] },
    gomod: { line: ['//'], spaced: true, block: [], quotes: [] },
    json: { line: ['//'], spaced: true, block: C_BLOCK, quotes: [] },
    xml,
    html: xml,
    vue: script,
    svelte: script,
    astro: script,
  };
}
