import type { DiffFile } from '../../model/index.js';
import { type At, fileName } from './lines.js';

/** Programs that check something, as a command names them. */
const TESTS = String.raw`pytest|py\.test|unittest|nosetests|tox|nox|jest|vitest|mocha|ava|tap|karma|cypress|playwright|node (?:--\S+ )*--test|(?:npm|pnpm|yarn|bun)(?: run)?(?: -\S+| --\S+)* (?:test|t|check|verify|ci)(?::\S+)?|npm-run-all|go test|gotestsum|ginkgo|cargo (?:\+\S+ )?(?:test|nextest)|mvnw?|gradlew?|dotnet test|rspec|rake(?: \S+)?|rails test|minitest|phpunit|pest|codecept|bats|ctest|swift test|xcodebuild test|mix test|flutter test|dart test|deno test|bun test|make (?:-\S+ )*(?:test|check|ci|verify)\S*|just (?:test|check)|bundle exec|composer (?:run )?test|manage\.py test|coverage run|nyc|c8|prove|busted|sbt test|stack test|cabal test|zig test|lein test`;
const LINTS = String.raw`eslint|tsc|mypy|pyright|ruff|flake8|pylint|black|isort|prettier|biome|oxlint|stylelint|rubocop|standardrb|golangci-lint|staticcheck|go vet|gofmt|cargo (?:\+\S+ )?(?:clippy|check|fmt|audit|deny)|shellcheck|phpstan|psalm|phpcs|phan|detekt|ktlint|checkstyle|spotbugs|swiftlint|hadolint|yamllint|actionlint|clang-tidy|cppcheck|npm audit|pip-audit|bandit|semgrep|trivy|(?:npm|pnpm|yarn|bun)(?: run)?(?: -\S+| --\S+)* (?:lint|typecheck|type-check|types|audit)(?::\S+)?|make (?:-\S+ )*(?:lint|typecheck)\S*|verifier`;
const before = String.raw`(?:^|[\s"'\x60/@&|;(=:-])`;
const after = String.raw`(?=$|[\s"'\x60&|;):,@])`;

let patterns: { tests: RegExp; any: RegExp } | null = null;
function made(): { tests: RegExp; any: RegExp } {
  patterns ??= { tests: new RegExp(`${before}(?:${TESTS})${after}`), any: new RegExp(`${before}(${TESTS}|${LINTS})${after}`) };
  return patterns;
}

const CLEANUP = /^\s*[-@]*\s*(?:rm|docker(?: compose| rm| stop)?|kill|pkill|mkdir|cp|mv|git|echo|export|cd|brew|apt(?:-get)?|pip3? install|npm (?:ci|install|i)\b|yarn install|pnpm install)\s/;

export const runsCheck = (text: string): boolean => text.length < 2_000 && made().any.test(text) && !CLEANUP.test(text.replace(/^\s*(?:-\s+)?(?:run\s*:\s*)?/, ''));
export const runsTests = (text: string): boolean => text.length < 2_000 && made().tests.test(text);
/** The program that a command checks with. */
export const checkIn = (text: string): string | null => (text.length < 2_000 ? (made().any.exec(text)?.[1]?.trim() ?? null) : null);

const COMMANDS = /(?:^|\/)(?:package\.json|composer\.json|deno\.jsonc?|(?:gnu)?makefile|justfile|taskfile\.ya?ml|rakefile|tox\.ini|noxfile\.py|setup\.cfg|pytest\.ini|pyproject\.toml|pom\.xml|build\.gradle(?:\.kts)?|gradle\.properties|jenkinsfile\S*|dockerfile\S*|procfile|cargo\.toml|config\.toml|\.rspec|\.mocharc\S*|\.nycrc\S*|lerna\.json|nx\.json|project\.json|turbo\.json|phpunit\S*\.xml\S*|mix\.exs|\.pre-commit-config\.ya?ml|lefthook\S*|\.lintstagedrc\S*|verifier\.config\.json|jest\.config\.\w+|vite(?:st)?\.config\.\w+|playwright\.config\.\w+|karma\.conf\.\w+)$/i;

/** Files whose lines are commands, or settings of what checks. */
export function holdsCommands({ path, role, language }: DiffFile): boolean {
  if (role === 'ci' || COMMANDS.test(path)) return true;
  if (role === 'docs' || role === 'lockfile' || role === 'generated' || role === 'test') return false;
  return language === 'bash' || language === 'makefile' || language === 'powershell' || language === 'batch' || /(?:^|\/)(?:\.husky|\.githooks|hooks|ci|scripts|bin)\/[^./]+$/.test(path);
}

/** A line of such a file as the shell gets it. */
export function commandOf({ file, line }: At): string {
  const text = line.text.trim();
  const name = fileName(file.path).toLowerCase();
  if (/\.jsonc?$/.test(name)) return (/^"[^"]{1,100}"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text).replace(/\\"/g, '"');
  return text.replace(/^(?:-\s+)?(?:run|script|command|cmd|entry|args|sh|bash)\s*[:=]?\s+(?=\S)/, '').replace(/^-\s+(?=\S)/, '').replace(/^["']|["']$/g, '');
}

/** The name under which a script stands: `test` of `"test": "vitest run"`. */
export const scriptName = (text: string): string | null => /^\s*"([\w:.-]{1,60})"\s*:\s*"/.exec(text)?.[1] ?? null;
