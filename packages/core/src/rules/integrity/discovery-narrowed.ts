import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found, type Place } from './finding.js';
import { addedIn, isComment, isMoved, removedIn, sideText } from './lines.js';
import { changedItems, changedSettings, type ListItem } from './settings.js';

const LEFT_OUT = /^(?:testPathIgnorePatterns|modulePathIgnorePatterns|exclude|excludes|excluded|ignore|ignores|norecursedirs|collect_ignore|collect_ignore_glob|testIgnore|ignorePatterns|excludePattern|excludedTests|exclude_pattern|spec_exclude|ignore-glob|watchPathIgnorePatterns)$/;
const LOOKED_AT = /^(?:testMatch|include|includes|testRegex|testpaths|python_files|python_classes|python_functions|roots|testDir|spec|specs|files|pattern|patterns|specPattern|tests|directory|testFiles)$/;
const NO_TEST = /node_modules|(?:^|[/*\\])(?:dist|build|out|coverage|vendor|target|tmp|temp|\.next|\.nuxt|lib|es|cjs|esm|venv|\.venv|\.git|\.tox|__pycache__|\.cache|public|docs|examples?|storybook-static|bower_components|generated|\.\w+)(?:[/*\\]|$)|fixtures?|__mocks__|mocks?(?:[/*]|$)|helpers?|support|testdata|test-utils|test_utils|snapshots|\.d\.ts|e2e|playwright|cypress|integration|setup|utils/i;
const CONFIG = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini|pytest\.ini|\.coveragerc|conftest\.py|jest\.\S+|jest-\S+|vite(?:st)?\S*\.config\.\w+|vitest\.\S+|playwright\.\S+|karma\.\S+|cypress\.\S+|\.mocharc\S*|ava\.config\.\w+|phpunit\S*\.xml\S*|pom\.xml|build\.gradle\S*|\.rspec|nightwatch\S*|wdio\S*|bunfig\.toml|deno\.jsonc?|\.taprc|Cargo\.toml|CMakeLists\.txt)$/i;

export const rule: Rule = {
  id: 'integrity/discovery-narrowed',
  docs: {
    title: 'The runner looks for fewer test files',
    why: 'A test file that is not collected cannot fail, and the summary does not speak of it.',
    fix: 'Take the pattern away, so that the files are collected again.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      if (!CONFIG.test(file.path) || file.change === 'added' || file.change === 'deleted') continue;
      const hit = excludedIn(file) ?? narrowedIn(file) ?? codeIn(file, evidence);
      if (hit === null) continue;
      yield found(hit.isSoft ? 'warn' : 'block', `Test files are excluded from collection by ${file.path}:${hit.places[0]?.line?.at ?? 0}: ${hit.says}, so the runner does not discover them and ignores their tests. Take that away`, hit.places);
    }
  },
};

interface Hit {
  readonly says: string;
  readonly places: readonly Place[];
  readonly isSoft: boolean;
}

const isTestPath = (path: string): boolean => isTestLike(path.replace(/\\+/g, ''));
const isTestLike = (item: string): boolean => !NO_TEST.test(item) && /(?:^|[^a-z])(?:tests?|specs?)(?:[^a-z]|$)|_test\b|\btest_|Tests?\b|Spec\b/.test(item);
/** In package.json many tools have lists of what they leave out. */
const isRunners = (file: DiffFile, { key, under }: ListItem): boolean => !/package\.json$/.test(file.path) || /jest|mocha|ava|vitest|tap|nightwatch/.test(under.join(' ')) || /^(?:testPathIgnorePatterns|testMatch|testRegex)$/.test(key);
const isCoverage = ({ under }: ListItem): boolean => /coverage|nyc|jacoco|compilerOptions|dependencies|sonar|ruff|mypy|flake8|isort|black|lint|files$|packages|tool\.(?:hatch|setuptools|poetry)/i.test(under.join(' '));

/** A pattern that matches tests, among what is left out. */
function excludedIn(file: DiffFile): Hit | null {
  const item = changedItems(file).added.find((one) => LEFT_OUT.test(one.key) && isRunners(file, one) && !isCoverage(one) && !coverageAbove(file, one) && (isTestPath(one.item) || (/^(?:testPathIgnorePatterns|collect_ignore|collect_ignore_glob|norecursedirs|testIgnore)$/.test(one.key) && isProductPath(one.item))));
  if (item !== undefined) return { says: `\`${clean(item.item, 60)}\` was added to \`${item.key}\``, places: [{ file, line: item.line }], isSoft: false };
  const xml = addedIn(file).find(({ line }) => /<exclude>[^<]*(?:Test|Spec|IT)[^<]*<\/exclude>|<exclude>[^<]*tests?\/[^<]*<\/exclude>|\bexclude\s*\(?\s*["'][^"']*(?:Test|Spec)[^"']*["']|\bexcludeTestsMatching\b|--exclude-dir[= ]\S*test|^\s*--ignore[= ]\S*test/.test(line.text) && !isComment(line));
  return xml === undefined ? null : { says: `\`${clean(xml.line.text, 80)}\` was added`, places: [{ file, line: xml.line }], isSoft: false };
}

const isProductPath = (item: string): boolean => !NO_TEST.test(item) && /[/\w]\.\w{1,4}$|^[\w/]+\/$|\*\*\/\w/.test(item);

/** The hunk shows that the list is one of coverage. */
function coverageAbove(file: DiffFile, { line }: ListItem): boolean {
  const lines = file.hunks.find((hunk) => hunk.lines.includes(line))?.lines ?? [];
  const at = lines.indexOf(line);
  const indent = (text: string) => text.length - text.trimStart().length;
  let least = indent(line.text);
  for (let index = at; index >= 0; index -= 1) {
    const text = lines[index]?.text ?? '';
    if (index !== at && (text.trim() === '' || indent(text) >= least)) continue;
    least = Math.min(least, indent(text));
    if (/coverage|compilerOptions|lint|typecheck|optimizeDeps|watch\b|server\b/.test(text)) return true;
  }
  return false;
}

/** A pattern that found tests is gone, and none that is wider came. */
function narrowedIn(file: DiffFile): Hit | null {
  if (!/jest|vite|playwright|karma|cypress|mocharc|ava|phpunit|pytest|pyproject|setup\.cfg|tox\.ini|package\.json|wdio|bunfig/i.test(file.path)) return null;
  const { added, removed } = changedItems(file);
  const isPattern = (one: ListItem) => LOOKED_AT.test(one.key) && isRunners(file, one) && !isCoverage(one) && !coverageAbove(file, one);
  const lost = removed.find((one) => isPattern(one) && /test|spec|\*|^\w+$/i.test(one.item) && (one.key !== 'files' || /mocharc|ava|karma/.test(file.path)) && (one.key !== 'include' || !/tsconfig/.test(file.path)));
  if (lost !== undefined) {
    const came = added.filter((one) => one.key === lost.key);
    if (!came.some(({ item }) => isWider(item, lost.item))) return { says: `\`${clean(lost.item, 50)}\` was removed from \`${lost.key}\`${came[0] === undefined ? '' : ` (now \`${clean(came[0].item, 50)}\`)`}`, places: [{ file, line: came[0]?.line ?? lost.line }, { file, line: lost.line }], isSoft: false };
  }
  const moved = changedSettings(file).find(({ key, old, now, under }) => LOOKED_AT.test(key) && (!/package\.json$/.test(file.path) || /jest|mocha|ava|vitest/.test(under.join(' '))) && old !== null && now !== null && !/^\[/.test(now.value) && now.line.side === 'added' && /test|spec|\*|\.\//i.test(`${old.value}${now.value}`) && !/coverage|compiler|depend|tool\.(?:hatch|poetry|setuptools)/.test(under.join(' ')) && !isWider(now.value, old.value));
  if (moved?.now !== undefined && moved.now !== null) return { says: `\`${moved.key}\` is \`${clean(moved.now.value, 50)}\` instead of \`${clean(moved.old?.value ?? '', 50)}\``, places: [{ file, line: moved.now.line }], isSoft: false };
  // A list of the tests to run where there was none.
  const fresh = added.find((one) => /^(?:testMatch|testRegex|include)$/.test(one.key) && isPattern(one) && !sideText(file, 'old').includes(one.key) && !/[*]/.test(one.item.replace(/\.[^.]*$/, '')) && /\.(?:test|spec)\.|test_|_test/.test(one.item));
  return fresh === undefined ? null : { says: `\`${fresh.key}\` names \`${clean(fresh.item, 50)}\` only`, places: [{ file, line: fresh.line }], isSoft: false };
}

/** The new pattern finds what the old one found, as far as its fixed parts say. */
function isWider(now: string, old: string): boolean {
  const fixed = (text: string) => text.replace(/^\.?\//, '').replace(/<rootDir>\//, '').replace(/[*?{(].*$/, '');
  const [a, b] = [fixed(now), fixed(old)];
  const kinds = (text: string) => new Set([...text.matchAll(/[a-z]+/g)].map(([word]) => word));
  const lost = [...kinds(old.slice(b.length))].filter((word) => !kinds(now).has(word) && !/[*?]/.test(now.slice(-3)));
  if (now === old) return true;
  return (a === '' || b.startsWith(a) || b === a) && lost.length === 0 && now.length > 0;
}

/** `collect_ignore` and `testpaths` in code, suites of phpunit. */
function codeIn(file: DiffFile, { diff }: Evidence): Hit | null {
  if (/conftest\.py$/.test(file.path)) {
    const at = addedIn(file).find((one) => /^\s*collect_ignore(?:_glob)?\s*(?:=|\+=|\.(?:append|extend))/.test(one.line.text) && /["']/.test(one.line.text) && !isMoved(one, diff) && !/setup\.py|docs?\b/.test(one.line.text));
    if (at !== undefined && !removedIn(file).some(({ line }) => /collect_ignore/.test(line.text) && line.text.length >= at.line.text.length)) return { says: `\`${clean(at.line.text, 60)}\` was added`, places: [{ file, line: at.line }], isSoft: false };
  }
  if (/phpunit/.test(file.path)) {
    const lost = removedIn(file).find((one) => /<(?:directory|file|testsuite)\b/.test(one.line.text) && !isMoved(one, diff) && !/src|app/.test(one.line.text));
    if (lost !== undefined && !addedIn(file).some(({ line }) => /<(?:directory|file)\b/.test(line.text) && isWider(line.text.replace(/<[^>]*>/g, '').trim(), lost.line.text.replace(/<[^>]*>/g, '').trim()))) return { says: `\`${clean(lost.line.text, 60)}\` was removed`, places: [{ file, line: lost.line }], isSoft: false };
  }
  if (/CMakeLists\.txt$/.test(file.path)) {
    const lost = removedIn(file).find((one) => /\b(?:add_test|gtest_discover_tests|enable_testing|catch_discover_tests)\s*\(/.test(one.line.text) && !isMoved(one, diff));
    if (lost !== undefined && !addedIn(file).some(({ line }) => /add_test|discover_tests|enable_testing/.test(line.text))) return { says: `\`${clean(lost.line.text, 60)}\` was removed`, places: [{ file, line: lost.line }], isSoft: false };
  }
  return null;
}
