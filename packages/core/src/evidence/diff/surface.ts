import type { DiffFile } from '../../model/index.js';
import { roleOf } from './role.js';

/** Of a change: what the checks are made of, and what they check. */
export interface Surface {
  /** Tests, what they read, and what tells a runner what to run. */
  readonly checks: readonly DiffFile[];
  /** Of those, the tests and what they read. */
  readonly tests: readonly DiffFile[];
  /** Files that hold a runner's settings beside other things. */
  readonly manifests: readonly DiffFile[];
  readonly product: readonly DiffFile[];
  readonly lockfiles: readonly DiffFile[];
}

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|test-data|fixtures|__fixtures__|__snapshots__|__mocks__|golden|snapshots|cassettes)\//i;
/** Where code serves only tests. A folder of fixtures may be the product's. */
const CODE_OF_TESTS = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testdata|__mocks__)\//i;
// Configuration of vitest, jest, mocha, ava, playwright, cypress, karma, c8, nyc, tap, pytest, tox, nox, coverage, PHPUnit, RSpec, nextest,
// bats, bun; files that run tests; modules that Python or a runner loads before all others.
const RUNNER = /(?:^|\/)(?:(?:vitest|jest|karma|playwright|cypress|ava|wdio|web-test-runner)\.[\w.-]{1,40}|\.mocharc(?:\.\w+)?|\.(?:nyc|c8|tap)rc(?:\.\w+)?|pytest\.(?:ini|py)|tox\.ini|noxfile\.py|conftest\.py|(?:site|user)customize\.py|unittest\.py|\.coveragerc|phpunit(?:\.\w+)*\.xml(?:\.dist)?|\.rspec|rakefile|makefile|gnumakefile|justfile|taskfile\.ya?ml|(?:run[-_]?)?tests?\.(?:sh|[cm]?js|py)|nextest\.toml|bunfig\.toml)$/i;
/** A build tool's configuration that vitest reads as well: only where it speaks of tests. */
const SHARED = /(?:^|\/)vite\.config\.[cm]?[jt]s$/;
const OF_TESTS = /\b(?:test|setupFiles|include|exclude|reporters?|globals)\b/;
const MANIFEST = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg)$/;

/** Parts a change into what the checks are made of and what they check. */
export function surfaceOf(files: readonly DiffFile[]): Surface {
  const tests = files.filter(isOfTests);
  const runners = files.filter((file) => !tests.includes(file) && isRunner(file));
  const checks = [...tests, ...runners];
  return {
    checks, tests,
    manifests: files.filter(({ path, change }) => MANIFEST.test(path) && change === 'modified'),
    product: files.filter((file) => !checks.includes(file) && (file.role === 'source' || file.role === 'migration')),
    lockfiles: files.filter(({ role }) => role === 'lockfile'),
  };
}

function isOfTests({ path, oldPath, role }: DiffFile): boolean {
  // A test that got a name under which no runner looks for it was one.
  if (role === 'test' || (oldPath !== null && roleOf(oldPath) === 'test')) return true;
  const names = [path, oldPath ?? path];
  if (role === 'data' || role === 'config' || role === 'generated') return names.some((name) => TEST_FOLDER.test(name));
  return role === 'source' && names.every((name) => CODE_OF_TESTS.test(name));
}

function isRunner({ path, oldPath, hunks }: DiffFile): boolean {
  if (SHARED.test(path)) return hunks.some(({ lines }) => lines.some(({ side, text }) => side !== 'context' && OF_TESTS.test(text.slice(0, 2_000))));
  return RUNNER.test(path) || RUNNER.test(oldPath ?? '');
}
