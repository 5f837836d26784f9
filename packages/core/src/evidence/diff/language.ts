import type { DiffFile, DiffLine } from '../../model/index.js';

/** A grammar's name, or the name of a language that the scanner or a small reader serves; null: unknown. */
export function languageOf(path: string, lines: readonly DiffLine[] = []): DiffFile['language'] {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const whole = NAMES.get(name);
  if (whole !== null) return whole;
  for (const [pattern, language] of PATTERNS) if (pattern.test(name)) return language;
  const dot = name.lastIndexOf('.');
  if (dot >= 0) return EXTENSIONS.get(name.slice(dot + 1));
  return languageOfShebang(lines);
}

/** Extensions without their dot. C and its kin are read by the C++ grammar. */
const EXTENSIONS = table({
  typescript: 'ts mts cts',
  tsx: 'tsx',
  javascript: 'js mjs cjs jsx es6 gs wxs',
  python: 'py pyi pyw pyx bzl star',
  go: 'go',
  rust: 'rs',
  java: 'java',
  ruby: 'rb rake gemspec ru podspec jbuilder rbi cr',
  php: 'php php3 php4 php5 php7 php8 phtml phpt inc',
  'c-sharp': 'cs csx cake',
  cpp: 'c h cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp cu cuh ino m mm',
  bash: 'sh bash zsh ksh bats ebuild',
  css: 'css pcss',
  scss: 'scss sass less styl',
  kotlin: 'kt kts',
  swift: 'swift',
  scala: 'scala sc sbt',
  groovy: 'groovy gradle gvy jenkinsfile',
  dart: 'dart',
  elixir: 'ex exs heex leex',
  erlang: 'erl hrl',
  haskell: 'hs lhs',
  ocaml: 'ml mli mll mly',
  fsharp: 'fs fsi fsx',
  clojure: 'clj cljs cljc edn',
  lisp: 'lisp el lsp scm rkt',
  lua: 'lua rockspec',
  perl: 'pl pm t pod psgi',
  r: 'r rmd',
  julia: 'jl',
  nim: 'nim nims',
  zig: 'zig',
  d: 'd',
  v: 'v vsh',
  solidity: 'sol',
  pascal: 'pas pp dpr',
  fortran: 'f90 f95 f03 f',
  vb: 'vb bas vbs',
  powershell: 'ps1 psm1 psd1',
  batch: 'bat cmd',
  fish: 'fish',
  sql: 'sql psql pgsql mysql ddl dml plsql',
  prisma: 'prisma',
  graphql: 'graphql gql graphqls',
  protobuf: 'proto',
  thrift: 'thrift',
  rego: 'rego',
  terraform: 'tf tfvars hcl',
  nix: 'nix',
  yaml: 'yml yaml',
  json: 'json jsonc json5 jsonl ndjson webmanifest geojson avsc har ipynb',
  toml: 'toml',
  xml: 'xml xsd xsl xslt svg plist csproj fsproj vbproj props targets nuspec resx xaml pom wsdl config storyboard xib',
  html: 'html htm xhtml ejs hbs handlebars mustache jinja jinja2 j2 twig njk liquid erb haml cshtml jsp',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  markdown: 'md markdown mdx mkd',
  restructuredtext: 'rst',
  asciidoc: 'adoc asciidoc',
  properties: 'properties',
  ini: 'ini cfg conf editorconfig cnf service timer socket desktop reg',
  dotenv: 'env',
  makefile: 'mk mak make',
  cmake: 'cmake',
  dockerfile: 'dockerfile containerfile',
  bicep: 'bicep',
  text: 'txt text log',
  csv: 'csv tsv',
});

const NAMES = table({
  dockerfile: 'dockerfile containerfile',
  makefile: 'makefile gnumakefile bsdmakefile justfile',
  cmake: 'cmakelists.txt',
  ruby: 'gemfile rakefile podfile fastfile vagrantfile guardfile capfile brewfile dangerfile appraisals',
  groovy: 'jenkinsfile',
  python: 'sconstruct sconscript tiltfile build.bazel workspace.bazel snakefile wscript',
  bash: '.bashrc .bash_profile .profile .zshrc .envrc pkgbuild',
  javascript: 'jakefile',
  json: '.babelrc .eslintrc .prettierrc .swcrc .jshintrc .stylelintrc .nycrc .mocharc composer.lock pipfile.lock flake.lock package.resolved deno.lock bun.lock',
  yaml: '.clang-format .clang-tidy .yamllint pubspec.lock podfile.lock',
  toml: 'cargo.lock poetry.lock uv.lock pdm.lock pipfile',
  ini: '.gitconfig .npmrc .yarnrc .coveragerc .flake8 .pylintrc .gitmodules',
  gitignore: '.gitignore .dockerignore .npmignore .eslintignore .prettierignore .gitattributes codeowners',
  gomod: 'go.mod go.work',
  dotenv: '.env',
});

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:dockerfile|containerfile)\./, 'dockerfile'],
  [/^makefile\./, 'makefile'],
  [/^jenkinsfile\./, 'groovy'],
  [/^\.env\./, 'dotenv'],
];

const SHEBANGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|k|da)?sh\b/, 'bash'],
  [/\bpython[\d.]*\b/, 'python'],
  [/\b(?:node|bun)\b/, 'javascript'],
  [/\b(?:deno|tsx|ts-node)\b/, 'typescript'],
  [/\bruby\b/, 'ruby'],
  [/\bperl\b/, 'perl'],
  [/\bphp\b/, 'php'],
];

function languageOfShebang(lines: readonly DiffLine[]): string | null {
  const first = lines.find((line) => line.at <= 1 && line.text.startsWith('#!'))?.text.slice(0, 200);
  return first === undefined ? null : (SHEBANGS.find(([pattern]) => pattern.test(first))?.[1] ?? null);
}

/** Language by word. Few words are ever asked for: each is searched in the lists once, and kept. */
function table(lists: Readonly<Record<string, string>>): { get(word: string): string | null } {
  const known = new Map<string, string | null>();
  return {
    get(word) {
      let language = known.get(word);
      if (language === undefined) {
        language = Object.entries(lists).find(([, list]) => list.includes(word) && list.split(' ').includes(word))?.[0] ?? null;
        if (known.size < MOST) known.set(word, language);
      }
      return language;
    },
  };
}
const MOST = 5_000;
