import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near } from './lines.js';

const BUILT_IN = String.raw`(?:toBe|toEqual|toStrictEqual|toMatchObject|toContain|toThrow|toThrowError|toHaveLength|toBeTruthy|toBeFalsy|toBeDefined|toBeNull|toHaveBeenCalled\w*|toMatchSnapshot|toMatch|toBeCloseTo|toHaveProperty|toBeGreaterThan\w*|toBeLessThan\w*|toBeInstanceOf)`;
const ASSIGNED: readonly RegExp[] = [
  /\b(?:unittest\.)?(?:TestCase|IsolatedAsyncioTestCase)\.assert\w+\s*=(?!=)|\bsetattr\s*\(\s*(?:unittest\.)?TestCase\s*,|\bTestCase\.(?:fail|run|_\w+)\s*=(?!=)/,
  /\bbuiltins\.(?:assert|AssertionError)\w*\s*=(?!=)|\bAssertionError\s*=(?!=)\s*\w|\bpytest\.(?:raises|fail|approx|skip)\s*=(?!=)/,
  /\bassert\.(?:equal|strictEqual|deepEqual|deepStrictEqual|ok|throws|rejects|match|notEqual|fail)\s*=(?!=)|\bassert\.strict\s*=(?!=)|\bObject\.assign\s*\(\s*assert\b|\bglobalThis?\.expect\s*=(?!=)|\bglobal\.(?:expect|assert|it|test)\s*=(?!=)/,
  new RegExp(String.raw`\b(?:expect|Assertion|chai\.Assertion|Matchers)\.prototype\.\w+\s*=(?!=)|\boverwrite(?:Method|Property|ChainableMethod)\s*\(|\bexpect\.${BUILT_IN}\s*=`),
  /\bmonkeypatch\.setattr\s*\(\s*["']?(?:unittest|pytest|builtins)\b.*assert/i,
  /\b(?:class|module)\s+(?:Minitest::Assertions|Test::Unit::Assertions|RSpec::Matchers|RSpec::Expectations)\b|\bRSpec::Matchers\.define\s*\(?\s*:(?:eq|be|eql|equal|include|match|raise_error|be_\w*|contain_exactly)\b|\bMinitest::Assertions\.(?:send|class_eval|module_eval|define_method)|\bdefine_method\s*\(?\s*:assert_\w+/,
  /\bconsole\.assert\s*=(?!=)|\bAssert::\w+\s*=|\buopz_set_return\s*\(|\brunkit\w*_redefine\s*\(/,
  /\bmacro_rules!\s*(?:assert|assert_eq|assert_ne|debug_assert\w*|panic)\b/,
];
const SHADOW_FILE = /(?:^|\/)(?:pytest|unittest|nose|hypothesis|jest|vitest|chai|assert|mocha|sinon|expect|testing|minitest|rspec)(?:\.(?:py|rb|[cm]?[jt]s)|\/(?:__init__\.py|index\.[cm]?[jt]s))$/;
const SHADOW_CLASS = /\b(?:class|object)\s+(?:Assert|Assertions|Expect|AssertionError|TestCase|StringAssert|CollectionAssert)\b(?!\s*<)/;
const RUNNER_FOLDER = /(?:^|\/)(?:src|lib|packages|node_modules|docs|examples?|types|@types|typings|fixtures?|__mocks__)\//;

export const rule: Rule = {
  id: 'integrity/matcher-patched',
  docs: {
    title: 'A matcher was replaced',
    why: 'Every test that calls the matcher says what the replacement says.',
    fix: 'Take the replacement away. A matcher of your own bears a name of its own, and a condition.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (file.role === 'docs' || file.role === 'lockfile' || file.role === 'data') continue;
      if (file.change === 'added' && SHADOW_FILE.test(file.path) && /\.(?:py|rb)$/.test(file.path) && !RUNNER_FOLDER.test(file.path) && addedIn(file).length > 0) {
        yield found('block', `The new module ${file.path} shadows the assertion or test library of the same name, so its matchers replace the real ones (monkeypatched). Give it another name`, [{ file, line: addedIn(file)[0]?.line ?? null }]);
        continue;
      }
      const at = addedIn(file).find((one) => isPatch(one, file) && !isMoved(one, diff));
      if (at !== undefined) yield found('block', `An assertion or matcher of the test library is monkeypatched (replaced, shadowed) in ${file.path}:${at.line.at}: \`${clean(at.line.text, 80)}\`. Take the override away`, [{ file, line: at.line }]);
    }
  },
};

function isPatch(at: At, file: DiffFile): boolean {
  const { code, text } = at.line;
  if (isComment(at.line)) return false;
  if (ASSIGNED.some((pattern) => pattern.test(code)) && !(/macro_rules/.test(code) && file.role !== 'test')) return true;
  if (file.role === 'test' && SHADOW_CLASS.test(code) && file.language !== 'typescript') return true;
  if (/\bexpect\.extend\s*\(/.test(code) || /^\s*(?:async\s+)?to[A-Z]\w*\s*(?:\(|:)/.test(code)) return isExtended(at, text);
  return file.language === 'python' && file.role === 'test' && /^\s*def\s+assert(?:Equal|True|Raises|In|Is|False|NotEqual|AlmostEqual|DictEqual|ListEqual)\s*\(\s*self/.test(code) && !/super\(\)/.test(bodyOf(at));
}

/** A built-in name, or one that always passes. */
function isExtended(at: At, text: string): boolean {
  const body = `${text}\n${bodyOf(at)}`;
  const isInside = /expect\.extend\s*\(/.test(`${near(at, 12, 0).map(({ code }) => code).join('\n')}\n${at.line.code}`);
  if (!isInside) return false;
  const named = new RegExp(String.raw`(?:^|[\s{,])${BUILT_IN}\s*(?:\(|:)`).test(/expect\.extend/.test(text) ? body.split('\n').slice(0, 8).join('\n') : text);
  const isConstant = /\bpass\s*:\s*true\b/.test(body) && !/\bpass\s*:\s*(?!true\b)\w/.test(body) && !/\bif\b|\?/.test(body);
  return named || isConstant;
}

const bodyOf = (at: At): string => near(at, 0, 8).map(({ text }) => text).join('\n');
