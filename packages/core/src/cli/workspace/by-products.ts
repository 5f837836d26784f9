import type { Alteration } from '../../gather/git/index.js';

/** Folders that tools make for themselves: caches, reports, what they build. */
const FOLDERS = new Set([
  'node_modules', 'coverage', '.nyc_output', 'dist', 'build', 'out', '.next', '.nuxt', '.turbo', '.parcel-cache', '.cache', '.vite', 'test-results', 'playwright-report',
  '__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.hypothesis', '.tox', '.nox', '.venv', 'htmlcov', '.eggs',
  'target', '.gradle', 'bin', 'obj', 'TestResults', '_build', 'deps', '.elixir_ls', 'vendor', '.bundle', '.phpunit.cache', '.stack-work', 'dist-newstyle', '.dart_tool', '.build', 'zig-cache', '.zig-cache',
]);
const FILES = /^(?:\.coverage(?:\..*)?|coverage\.(?:xml|out|json|lcov)|lcov\.info|.*\.(?:pyc|tsbuildinfo|log|profraw|profdata|gcda|gcno|class|o|beam)|\.eslintcache|\.stylelintcache|\.phpunit\.result\.cache|junit[\w.-]*\.xml|.*\.egg-info)$/;

/** A new file of a kind that tools leave beside the project where nobody told git to ignore it. One that was there before is none. */
export function isByProduct({ path, kind }: Alteration): boolean {
  const names = path.split('/');
  return kind === 'added' && (names.slice(0, -1).some((name) => FOLDERS.has(name) || name.endsWith('.egg-info')) || FILES.test(names.at(-1) ?? ''));
}
