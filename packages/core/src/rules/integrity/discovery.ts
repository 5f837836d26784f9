// What runners look for by default, by the extension of the file. A path that none of them speaks of is not judged.
const LOOKED_FOR: readonly (readonly [extension: RegExp, found: RegExp, runner: string])[] = [
  [/\.py$/, /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?)\.py$/, 'pytest'],
  [/_?[^/]*\.go$/, /_test\.go$/, 'go test'],
  [/\.[cm]?[jt]sx?$/, /\.(?:test|spec|cy|e2e|e2e-spec|test-d|bench)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|spec|e2e)\/|(?:^|\/)(?:test|tests|spec)[-_.][^/]*$|[-_](?:test|spec)s?\.[cm]?[jt]sx?$|(?:^|\/)test\.[cm]?[jt]sx?$/, 'the test runner'],
  [/\.rb$/, /_(?:spec|test)\.rb$|(?:^|\/)test_[^/]*\.rb$/, 'the test runner'],
  [/\.php$/, /(?:Test|Cest|Spec)\.php$|\.phpt$/, 'PHPUnit'],
  [/\.(?:java|kt|groovy|scala)$/, /(?:^|\/)(?:Test[^/]*|[^/]*(?:Tests?|TestCase|IT|ITCase|Specs?))\.(?:java|kt|groovy|scala)$/, 'the test runner'],
  [/\.(?:bats|sh)$/, /\.bats$|(?:^|\/)test[-_][^/]*\.sh$|_test\.sh$/, 'bats'],
  [/\.exs?$/, /_test\.exs$/, 'mix test'],
  [/\.dart$/, /_test\.dart$/, 'dart test'],
];
/** Where no name is needed. */
const FOLDER = /(?:^|\/)(?:support|helpers?|fixtures?|testdata|mocks?|__mocks__|util(?:s|ities)?|shared|common|factories|stubs)\//;
const HELPER_NAME = /(?:^|\/)(?:conftest|setup|helpers?|utils?|common|base|fixtures?|factories|__init__|(?:spec|test|rails)_helper|mod)\.[a-z]+$|(?:Base|Abstract|Support|Helper|Utils?|Fixture)\w*\.[a-z]+$|(?:^|\/)Abstract|(?:helper|util|fixture|factor(?:y|ies)|stub|mock|data)s?(?:[_.-][\w-]*)?\.[a-z]+$/i;

/** The runner that finds a file of this name; null: none does, or nobody says. */
export function runnerOf(path: string): string | null {
  if (FOLDER.test(path) || HELPER_NAME.test(path)) return null;
  return LOOKED_FOR.find(([extension, looks]) => extension.test(path) && looks.test(path))?.[2] ?? null;
}

/** Whether a file of this kind has to bear a name to be found. */
export const needsName = (path: string): boolean => LOOKED_FOR.some(([extension]) => extension.test(path));
