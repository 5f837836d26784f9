import type { DiffFile, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found } from './finding.js';
import { addedIn, type At, isComment, isMoved, near, removedIn } from './lines.js';

// What runners and people set where tests run; a name of the last kind says it only by its value.
const SET = String.raw`VITEST\w*|JEST_WORKER_ID|MOCHA\w*|CYPRESS\w*|PLAYWRIGHT\w*|AVA_PATH|NODE_TEST_CONTEXT|TAP|CI|TEST(?:ING|_MODE|_ENV\w*|_RUN\w*)?|IS_TEST(?:ING)?|UNDER_TEST|UNIT_TEST\w*|RUN(?:NING)?_TESTS?|IN_TESTS?|PYTEST_\w+|TOX_\w+|DJANGO_TEST\w*|RUST_TEST\w*|CARGO_TARGET_TMPDIR|NEXTEST\w*|RSPEC\w*|GO_?TEST\w*|XCTest\w*|BATS_\w+|SUREFIRE\w*|JUNIT\w*|PHPUNIT\w*|DOTNET_TEST\w*|VSTEST\w*`;
const ENVIRONMENT = String.raw`NODE_ENV|APP_ENV|ENV|RAILS_ENV|RACK_ENV|MIX_ENV|FLASK_ENV|DJANGO_ENV|GO_ENV|ASPNETCORE_ENVIRONMENT|DOTNET_ENVIRONMENT|SPRING_PROFILES_ACTIVE|ENVIRONMENT`;
/** How the languages read a variable of the environment, up to its name, and whether one is set. */
const READ = String.raw`\b(?:process|Bun)\.env(?:\??\.|(?:\?\.)?\[\s*["'\`])|\bDeno\.env\.(?:get|has)\(\s*["'\`]|\bos\.(?:environ(?:\.get)?|getenv)\s*[([]\s*["']|\bos\.(?:Getenv|LookupEnv)\s*\(\s*["\`]|\bSystem\.getenv\s*\(\s*"|\bSystem\.getenv\(\)\.\w+\(\s*"|\bSystem\.get_env\(\s*"|\bGetEnvironmentVariable\s*\(\s*"|\benv::var(?:_os)?\s*\(\s*"|\boption_env!\s*\(\s*"|\bENV\s*(?:\[|\.(?:fetch|key\?|has_key\?|include\?)\(?)\s*["']|\$_(?:ENV|SERVER)\s*\[\s*["']|\bgetenv\s*\(\s*["']|\benv\s*\(\s*["']|\bprocessInfo\.environment\[\s*"|\bsys\.env\.\w+\(\s*"|\bPlatform\.environment\[\s*'`;
const IS_SET = new RegExp(`(?:${READ})(?:${SET})\\b|["'](?:${SET})["']\\s+(?:not\\s+)?in\\s+(?:os\\.environ|process\\.env)\\b`);
const IS_TEST = new RegExp(`(?:${READ})(?:${ENVIRONMENT})\\b.{0,120}["'](?:test|testing)["']|["'](?:test|testing)["']\\s*[!=]==?.{0,120}(?:${READ})(?:${ENVIRONMENT})\\b`, 'i');

// How product code finds out that a test is looking: by the environment, by what is loaded, by the stack.
const SIGNS: readonly RegExp[] = [
  IS_SET,
  IS_TEST,
  /\bNODE_ENV\s*[!=]==?\s*["']test(?:ing)?["']|\bRAILS_ENV\b.*==\s*["']test|\bMix\.env\(\)\s*[!=]==?\s*:test\b|\bRails\.env\.test\?|\brunningUnitTests\s*\(|\bApp::environment\(\s*["']testing["']/,
  /\bimport\.meta\.(?:vitest|env\.(?:VITEST|TEST|MODE\s*===?\s*["']test))|\btypeof\s+(?:jest|vi|it|describe|expect|test)\b|\bglobal(?:This)?\.(?:__vitest\w*|jest|it|describe|expect|__coverage__)\b|["'](?:jest|describe|it|expect)["']\s+in\s+global/,
  /["'](?:pytest|_pytest|unittest|nose)["']\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\.get\s*\(\s*["'](?:pytest|unittest)|\bPYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)\b|\bsys\.argv\b.*(?:pytest|test)|\bsys\._called_from_test\b/,
  /\btesting\.Testing\s*\(\s*\)|\bflag\.Lookup\s*\(\s*["']test\.|\bos\.Args\[0\].*(?:\.test|_test)|\bstrings\.(?:HasSuffix|Contains)\s*\(\s*os\.Args\[0\]/,
  /\bcfg!\s*\(\s*(?:test|not\s*\(\s*test|debug_assertions\s*,\s*test)|#\[\s*cfg\s*\(\s*not\s*\(\s*test\s*\)\s*\)\s*\]/,
  /\bdefined\?\s*\(?\s*(?:RSpec|Minitest|Test::Unit|Cucumber)\b|\bObject\.const_defined\?\s*\(?\s*:(?:RSpec|Minitest)/,
  /\bPHPUNIT_COMPOSER_INSTALL\b|\b__PHPUNIT_PHAR__\b|\bclass_exists\s*\(\s*["']?\\*PHPUnit|\bdefined\s*\(\s*["']PHPUNIT\w*/,
  /\bClass\.forName\s*\(\s*["']org\.junit|\bgetClassName\s*\(\s*\).*(?:junit|Test|surefire)|["']org\.junit[\w.]*["']|["'](?:surefire|java\.class\.path)["'].*(?:test|junit)|\bSystem\.getProperty\s*\(\s*["'](?:surefire\w*|test\w*|junit\w*)/,
  /\bAppDomain\.CurrentDomain\.GetAssemblies\b.*(?:xunit|nunit|MSTest|testhost)|["'](?:xunit|nunit|testhost)[\w.]*["']|\bProcess\.GetCurrentProcess\(\)\.ProcessName\b.*test|\bNSClassFromString\s*\(\s*["']XCTest|XCTestConfigurationFilePath|\bProcess\.whereis\s*\(\s*ExUnit\b|\bCode\.ensure_loaded\?\s*\(\s*ExUnit\b/i,
  /\$\{?(?:BATS_\w+|CI|TEST_MODE|UNDER_TEST)\b/,
];
/** The stack is looked at for the name of a test. */
const STACK = /\binspect\.(?:stack|currentframe|getouterframes)\b|\bsys\._getframe\b|\btraceback\.(?:extract_stack|format_stack)\b|\bnew Error\s*\([^)]*\)\.stack\b|\bError\.captureStackTrace\b|\bruntime\.Callers?\s*\(|\bdebug_backtrace\s*\(|\bcaller(?:_locations)?\b(?:\s*[([]|\.)|\bgetStackTrace\s*\(|\bnew (?:System\.Diagnostics\.)?StackTrace\s*\(|\bStackWalker\b|\bEnvironment\.StackTrace\b|\bBacktrace::(?:capture|new)\b/;
const TEST_WORD = /["'`/](?:[^"'`/\n]{0,60}(?:\btests?\b|\bspecs?\b|_test|test_|Test|Spec|\.spec|\.test|pytest|junit|jest|vitest|rspec|phpunit)[^"'`/\n]{0,60})["'`/]/;
const CONFIG = /(?:^|\/)(?:babel|webpack|jest|vite|vitest|rollup|next|nuxt|tailwind|postcss|eslint|tsup|metro|knex|karma|playwright|cypress|config|settings|environments?|env|logger|logging|database|db|setup|boot|bootstrap|application|instrument\w*|telemetry|sentry|conftest)(?:[./-][\w.-]*)?\.\w+$|(?:^|\/)config\/|settings/i;
const HARMLESS = /\blog(?:ger|ging|_level|Level)?\b|\bconsole\.|\bdatabase_?url\b|\bDATABASE\w*|\bsqlite\b|\btelemetry\b|\bsentry\b|\banalytics\b|\bport\b|\blisten\s*\(|\bcolou?r|\bspinner\b|\bupdate-?notifier\b|\bverbose\b|\bheadless\b|\bplugins?\b|\bpresets?\b|\bsourcemap|\binteractive\b|\bisTTY\b|\btty\b|\bbrowser\b/i;

export const rule: Rule = {
  id: 'integrity/test-detected',
  docs: {
    title: 'Product code behaves otherwise when a test looks',
    why: 'What the tests see is not what users get.',
    fix: 'Take the branch away. What a test has to control comes in as an argument.',
    since: '0.1.0',
  },
  *check({ diff }) {
    for (const file of diff.files) {
      if (file.role !== 'source' || CONFIG.test(file.path) || /(?:^|\/)(?:test|tests|testing|spec|e2e|scripts?|ci|tools?|benchmarks?)\//i.test(file.path)) continue;
      const hit = signIn(file) ?? stackIn(file);
      if (hit === null || isMoved(hit.at, diff)) continue;
      yield found('block', `${file.path}:${hit.at.line.at} ${hit.says}: \`${clean(hit.at.line.text, 80)}\`, so product code acts differently in the test environment. Take the branch away`, [{ file, line: hit.at.line }]);
    }
  },
};

interface Hit {
  readonly at: At;
  readonly says: string;
}

function signIn(file: DiffFile): Hit | null {
  for (const at of addedIn(file)) {
    const { text, code } = at.line;
    if (isComment(at.line) || (code !== text && code.trim() === '')) continue;
    const sign = SIGNS.find((pattern) => pattern.test(text) && inCode(pattern, at) && (pattern !== SIGNS.at(-1) || file.language === 'bash'));
    if (sign === undefined || removedIn(file).some(({ line }) => sign.test(line.text))) continue;
    if (/#\[\s*cfg\s*\(\s*not\s*\(\s*test/.test(text) && /\b(?:use|mod|extern|panic_handler|fn main|global_allocator|no_std|no_main)\b/.test(near(at, 0, 2).map((line) => line.text).join('\n'))) continue;
    if (/\bCI\b/.test(sign.exec(text)?.[0] ?? '') && !/\breturn\b|\bif\b|\?/.test(code)) continue;
    if (HARMLESS.test(`${text}\n${near(at, 0, 1).map((line) => line.text).join('\n')}`)) continue;
    return { at, says: 'detects that it runs under test' };
  }
  return null;
}

/** A sign that begins in code, and does not stand in a longer text. */
function inCode(pattern: RegExp, { line: { text, code } }: At): boolean {
  const index = pattern.exec(text)?.index ?? 0;
  return code === text || code.slice(index, index + 1).trim() !== '' || code.slice(index, index + 12).trim() !== '';
}

function stackIn(file: DiffFile): Hit | null {
  const at = addedIn(file).find((one) => STACK.test(one.line.code) && !isComment(one.line) && [one.line, ...near(one, 1, 6)].some(({ text, code }) => TEST_WORD.test(text) && code.trim() !== '' && !/^\s*(?:import|from|require|use)\b/.test(code)));
  return at === undefined || /log|trace|debug/i.test(file.path) ? null : { at, says: 'looks at the call stack for a test (caller inspection)' };
}
