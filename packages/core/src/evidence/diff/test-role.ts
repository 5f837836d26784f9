import type { DiffLine } from '../../model/index.js';
import { holdsOne } from '../../text/holds-one.js';

/** By the naming rules of the test runners; where a runner goes by the folder alone, by what the lines hold as well. */
export function isTest(name: string, folders: readonly string[], lines: readonly DiffLine[]): boolean {
  const lower = name.toLowerCase();
  // Words first: a pattern is compiled at its first use, and few names need these.
  if (holdsOne(lower, SNAPSHOT_WORDS) && SNAPSHOT.test(lower)) return true;
  if (holdsOne(lower, ALWAYS_WORDS) && (ALWAYS.test(lower) || CASED.test(name))) return true;
  const inTests = folders.some((folder) => TEST_FOLDERS.has(folder) || TEST_PROJECT.test(folder));
  if (!inTests) return false;
  if (isTestRoot(folders, lower)) return true;
  return CODE.test(lower) && (IN_FOLDER.test(name) || folders.some((folder) => FIXTURE_FOLDERS.has(folder)) || holdsTest(lines));
}

/** Files that tests read: not code, in a folder of fixtures or test data. */
export function isTestData(name: string, folders: readonly string[]): boolean {
  if (CODE.test(name) || /\.(?:md|rst|adoc)$/.test(name)) return false;
  const inFixtures = folders.some((folder) => FIXTURE_FOLDERS.has(folder));
  return inFixtures || (folders.some((folder) => TEST_FOLDERS.has(folder)) && /\.(?:json|jsonl|ya?ml|xml|txt|csv|tsv|html|sql|log|golden|expected|out|in)$/.test(name) && folders.length > 1);
}

const SNAPSHOT_WORDS = ['.snap', '.ambr', '.approved.', '.verified.'];
const ALWAYS_WORDS = ['test', 'spec', '.cy.', '-cy.', '_cy.', 'e2e', '.it.', '-it.', '_it.', 'it.java', 'it.kt', 'itcase', 'cest.', 'suite.erl', '.t.sol', 'rails_helper.', '.bats', '.phpt', '.feature', '.robot'];

// Jest, Vitest, syrupy (.ambr), insta (.snap.new), ApprovalTests, Verify.
const SNAPSHOT = /\.(?:snap|snap\.new|ambr|approved\.[a-z]{2,5}|verified\.[a-z]{2,5})$/;

// Names that no runner's user gives to anything else.
const ALWAYS = new RegExp(
  [
    String.raw`[._-](?:test|tests|spec|specs|cy|e2e|e2e-spec|test-d|it)\.(?:[cm]?[jt]sx?|vue|dart|coffee|gd)$`, // vitest, jest, mocha, cypress, tsd
    String.raw`^test_[^/]*\.(?:py|rb|c|cc|cpp|sh|ml|lua|r|jl|nim|f90)$|_tests?\.(?:py|go|rb|c|cc|cpp|cxx|m|mm|sh|exs?|dart|clj|cljs|cljc|rego|ml|nim|erl|f90)$`,
    String.raw`_unittest\.(?:c|cc|cpp|py)$|\.test\.(?:c|cc|cpp|sh|lua|sql)$|_spec\.(?:rb|lua|cr)$|_suite\.erl$|\.t\.sol$`,
    String.raw`\.(?:bats|phpt|feature|robot|tftest\.hcl)$|^test-[^/]*\.r$|^(?:spec|rails|test)_helper\.(?:rb|exs)$|^conftest\.py$`,
  ].join('|'),
);
// JUnit, NUnit, xUnit, PHPUnit, XCTest, Spock, ScalaTest, Hspec: the words are capitals, so that `Contest.java` is none.
const CASED = /[A-Za-z0-9](?:Tests?|TestCase|ITCase|Specs?|Cest)\.(?:java|kt|scala|groovy|cs|fs|vb|php|swift|m|hs|cpp|cc)$|[a-z0-9]IT\.(?:java|kt)$|^Test[A-Z][A-Za-z0-9]{0,80}\.(?:java|kt|cs|php|swift)$/;

const TEST_FOLDERS: ReadonlySet<string> = new Set([
  'test', 'tests', '__tests__', '__test__', 'spec', 'specs', 'testing', 'e2e', 'cypress', 'playwright', 'integration-tests', 'integration_tests',
  'integrationtest', 'androidtest', 'unittests', 'unit-tests', 'testfixtures', 'features', 't', 'testdata', '__snapshots__',
]);
const TEST_PROJECT = /[._-](?:tests?|specs?|unittests|integrationtests)$/;
const FIXTURE_FOLDERS: ReadonlySet<string> = new Set(['fixtures', 'fixture', '__fixtures__', 'testdata', 'test-data', 'test_data', '__mocks__', '__snapshots__', 'golden', 'snapshots', 'cassettes']);
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|kts|scala|groovy|rb|php|cs|fs|vb|swift|m|mm|c|cc|cpp|cxx|h|hpp|sh|bash|pl|pm|t|lua|exs?|erl|hs|ml|mli|dart|clj|cljs|r|jl|nim|zig|cr|vue|svelte|ps1)$/;
/** In a folder of tests these names are enough. */
const IN_FOLDER = /^(?:[Tt]ests?[A-Z_.-]|tests?\.|conftest|setup[._-]|[a-z0-9_]{1,60}_(?:tests?|spec)\.|mod\.rs$)|\.t$/;

/** Folders that a build tool keeps out of what it ships: Maven and Gradle source sets, Cargo's `tests/`, Jest's `__tests__`. */
function isTestRoot(folders: readonly string[], name: string): boolean {
  if (!CODE.test(name)) return false;
  if (folders.includes('__tests__')) return true;
  const at = folders.findIndex((folder, index) => folder === 'src' && /^(?:test|androidtest|integrationtest|testfixtures|functionaltest|it)$/.test(folders[index + 1] ?? ''));
  if (at >= 0 && /^(?:java|kotlin|scala|groovy|clojure)$/.test(folders[at + 2] ?? '')) return true;
  if (name.endsWith('.rs')) return folders.includes('tests') && (!folders.includes('src') || folders.indexOf('tests') < folders.indexOf('src'));
  return name.endsWith('.go') && folders.includes('testdata'); // the go tool ignores it
}

/** Something that only a test does: it declares one, asserts, or imports a test library. */
function holdsTest(lines: readonly DiffLine[]): boolean {
  return lines.some((line) => MARKS.test(line.text.length > 300 ? line.text.slice(0, 300) : line.text));
}
const MARKS = new RegExp(
  [
    String.raw`\b(?:describe|it|test|suite|specify|context|beforeEach|afterEach|beforeAll|afterAll)(?:\.(?:only|skip|each|todo|concurrent|serial))?\s?[(\x60]`,
    String.raw`\b(?:expect|assert[A-Za-z_]{0,30}|refute|should)\s?[.(]|\bassert[ !]|\.should\b|\bXCT[A-Z]`,
    String.raw`['"](?:node:test|node:assert|vitest|@jest/|mocha|chai|ava|tap|@playwright/test|cypress|@testing-library/|supertest|sinon|nock|msw)`,
    String.raw`^\s{0,20}(?:import|from) (?:pytest|unittest|hypothesis)\b|^\s{0,40}(?:async )?(?:def test|@pytest\.|@Test\b|#\[(?:tokio::)?test\]|func Test|func Benchmark)`,
    String.raw`\bPHPUnit\b|\bTEST(?:_F|_P|_CASE)?\(|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b|\buse Test::|^\s{0,20}(?:ok|is|is_deeply|like|done_testing)\b`,
  ].join('|'),
);
