import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, counterparts, fileName, isAskedBy, isComment, isMoved, near } from './lines.js';

const TOOL = /\b(?:jest|vitest|mocha|chai|ava|tap|karma|jasmine|playwright|cypress|sinon|eslint|typescript|tsc|prettier|biome|pytest|unittest|mypy|ruff|flake8|pylint|coverage|tox|nose|rspec|minitest|rubocop|phpunit|phpstan|psalm|pest|junit|assertj|mockito|testify|gomega|ginkgo|stretchr|go-cmp|xunit|nunit|insta|proptest|criterion|nyc|c8|istanbul|expect|assert|test-?\w*|\w*-?assert(?:ions?)?|\w*lint\w*)\b/i;

export const rule: Rule = {
  id: 'integrity/dependency-redirected',
  docs: {
    title: 'A dependency is taken from somewhere else',
    why: 'The name stands for other code now. Where that is the runner or the matcher, the tests say what that code wants.',
    fix: 'Take the redirection away.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (/(?:^|\/)(?:tests?|fixtures?|__fixtures__|testdata|examples?|spec)\//.test(file.path)) continue;
      const hit = hitIn(file, evidence);
      if (hit === null) continue;
      const isAsked = isAskedBy(evidence, /\b(?:override|resolution|replace|patch|fork|vendor|local|workspace|pin|link|git|security|vulnerab|cve|alias)\w*/i);
      yield found(hit.isTool && !isAsked ? 'block' : 'warn', `A dependency is redirected in ${file.path}:${hit.at.line.at} (an override, replace, path alias or local source): \`${clean(hit.at.line.text, 90)}\`${hit.isTool ? ', and it is one that tests or checks' : ''}. Take the redirection away`, [{ file, line: hit.at.line }]);
    }
  },
};

function hitIn(file: DiffFile, evidence: Evidence): { at: At; isTool: boolean } | null {
  const name = fileName(file.path).toLowerCase();
  for (const at of addedIn(file)) {
    if (isComment(at.line) || isMoved(at, evidence.diff) || !redirects(at, name)) continue;
    if (counterparts(at).some(({ text }) => redirects({ ...at, line: { ...at.line, text } }, name))) continue;
    return { at, isTool: TOOL.test(at.line.text.replace(/https?:\/\/\S+/g, (url) => fileName(url))) };
  }
  return null;
}

function redirects(at: At, name: string): boolean {
  const { text } = at.line;
  const local = /"(?:file:|link:|portal:|\.{1,2}\/|git\+|git:|github:|https?:\/\/[^"]*\.(?:tgz|git)|npm:|patch:)/;
  if (name === 'package.json') {
    if (/^\s*"[@\w./-]+"\s*:\s*"/.test(text) && local.test(text)) return !/"(?:file|link):\.\.?\/packages|"(?:main|module|types|typings|bin|exports|import|require|default|url|browser|source|directory|homepage|node|repository)"\s*:/.test(text) && !/^\s*"\.{0,2}\//.test(text) && !/"[\w./-]*"\s*:\s*"\.{1,2}\/[^"]*\.(?:js|mjs|cjs|ts|json|css)"/.test(text) && !isExports(at);
    return under(at, /^\s*"(?:overrides|resolutions)"\s*:/) && /"[^"]+"\s*:\s*"/.test(text) && TOOL.test(text);
  }
  if (name === 'go.mod') return /^\s*(?:replace\s+)?[\w./-]+(?:\s+v\S+)?\s*=>\s*\S/.test(text);
  if (name === 'cargo.toml' || /(?:^|\/)\.cargo\/config/.test(at.file.path)) return (/^\s*\[(?:patch|replace)\b/.test(text)) || (under(at, /^\s*\[(?:patch|replace)/) && /=\s*\{/.test(text)) || /^\s*replace-with\s*=/.test(text);
  if (/^requirements|^constraints|^pyproject\.toml$|^pipfile$|^setup\.(?:py|cfg)$|^tox\.ini$/.test(name)) return /^\s*-e\s+\S|^\s*[\w.-]+\s*@\s*(?:git\+|file:|https?:)|git\+https?:|\{\s*(?:git|path)\s*=|^\s*--(?:extra-)?index-url\b|^\s*-i\s+http/.test(text);
  if (name === 'gemfile') return /\bgem\s+["'][^"']+["'].*\b(?:path|git|github)\s*(?::|=>)/.test(text);
  if (/gradle/.test(name)) return /\bsubstitute\s*\(?\s*(?:module|project)|dependencySubstitution|\buseTarget\b|\bfiles\s*\(\s*["']libs\//.test(text);
  if (/composer\.json/.test(name)) return /"type"\s*:\s*"(?:path|vcs)"/.test(text);
  if (/^tsconfig|^jsconfig/.test(name)) return under(at, /^\s*"paths"\s*:/) && /^\s*"(?!@?\/|[~#]|src\b)[@\w./-]+"\s*:\s*\[\s*"\.{0,2}\/?[\w./-]+"/.test(text) && TOOL.test(text);
  if (/^(?:jest|vite|vitest)\.?\S*config/.test(name)) return (under(at, /\b(?:alias|moduleNameMapper)\b/) || /\b(?:alias|moduleNameMapper)\b/.test(text)) && TOOL.test(text.replace(/\b(?:test|tests)\/(?:setup|mocks?)/g, '').split(':')[0] ?? '') && /["'](?:\.|<rootDir>|\/)|resolve\(|URL\(/.test(text);
  return name === '.npmrc' || name === '.yarnrc.yml' || name === 'pip.conf' ? /\bregistry\s*[=:]|index-url\s*=|npmRegistryServer/.test(text) : false;
}

/** The line stands in the block that a line above opens. */
function under(at: At, opener: RegExp): boolean {
  const indent = at.line.text.length - at.line.text.trimStart().length;
  const above = near(at, 40, 0).reverse();
  for (const { text } of above) {
    if (opener.test(text)) return true;
    if (/^\[/.test(text)) return false;
    if (text.trim() !== '' && text.length - text.trimStart().length < indent && !/^\s*[}\]]/.test(text) && indent > 0) return opener.test(text);
  }
  return false;
}

const isExports = (at: At): boolean => under(at, /^\s*"(?:exports|imports|browser|typesVersions|publishConfig|bin|directories|scripts|engines)"\s*:/);
