import type { DiffFile, Evidence, Rule } from '../../model/index.js';
import { clean } from './explain.js';
import { found, type Place } from './finding.js';
import { addedIn, fileName, isToFix } from './lines.js';
import { changedItems, changedSettings } from './settings.js';

const IGNORE_FILE = /(?:^|\/)\.(?:eslint|prettier|stylelint|biome|ruff|markdownlint|semgrep|snyk|trivy|gitleaks|oxlint|rubocop)ignore$/;
const CONFIG = /(?:^|\/)(?:tsconfig\S*\.json|jsconfig\.json|\.?eslint(?:rc)?\S*|biome\.jsonc?|pyproject\.toml|\.?ruff\.toml|\.?mypy\.ini|setup\.cfg|tox\.ini|\.flake8|pyrightconfig\.json|\.golangci\.\S+|\.rubocop\.yml|sonar-project\.properties|phpstan\S*\.neon\S*|psalm\.xml|phpcs\S*\.xml\S*|\.swiftlint\.yml|detekt\S*\.yml|\.pre-commit-config\.yaml|\.oxlintrc\.json|checkstyle\S*)$/i;
const LEFT_OUT = /^(?:exclude|excludes|excluded|ignores?|ignorePatterns|extend-exclude|extend_exclude|skip-dirs|skip-files|exclude-dirs|exclude-files|exclude_dirs|Exclude|excludePaths|sonar\.exclusions|sonar\.coverage\.exclusions|exclude-paths|analyseAndScan|excludedFiles|force-exclude|per-file-ignores|paths-ignore)$/;
const LOOKED_AT = /^(?:include|files|packages|paths|Include|included|sonar\.sources)$/;
const NO_PRODUCT = /node_modules|(?:^|[/*^])(?:dist|build|out|coverage|vendor|target|tmp|temp|\.next|\.nuxt|venv|\.venv|\.git|\.tox|__pycache__|\.cache|public|docs?|examples?|storybook-static|generated|gen|migrations|third_party|fixtures?|__fixtures__|testdata|snapshots|static|assets|proto|pb|node|site|htmlcov|\.\w+)(?:[/*$]|$)|\.(?:d\.ts|min\.js|snap|md|pb\.go|gen\.\w+|lock|svg|json|ya?ml|html|css)$|_pb2|_generated|\.generated|-lock|changelog/i;

export const rule: Rule = {
  id: 'integrity/scope-narrowed',
  docs: {
    title: 'A linter or type checker looks at fewer files',
    why: 'The errors are there still, in files that nobody looks at.',
    fix: 'Take the pattern away, and repair what is found.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const file of evidence.diff.files) {
      const hits = IGNORE_FILE.test(file.path) ? ignored(file) : CONFIG.test(file.path) && file.change !== 'added' ? listed(file) : [];
      const [first] = hits;
      if (first === undefined) continue;
      const isFix = isToFix(evidence, /lint|type|tsc|mypy|pyright|ruff|eslint|rubocop|phpstan|warning|error|offen[cs]e|check/i);
      const isHit = hits.some(({ item }) => isNamed(item, evidence));
      yield found(isFix || isHit ? 'block' : 'warn', `The scope of the check was narrowed in ${file.path}:${first.place.line?.at ?? 0}: ${first.says}, so these files are excluded and their errors ignored. Take it away, and repair what is found`, hits.map(({ place }) => place));
    }
  },
};

interface Hit {
  readonly item: string;
  readonly says: string;
  readonly place: Place;
}

const isProduct = (item: string): boolean => item.length > 1 && !NO_PRODUCT.test(item) && !/test|spec|mock|config|^!|stories/i.test(item);

function ignored(file: DiffFile): Hit[] {
  return addedIn(file).flatMap(({ line }) => {
    const item = line.text.trim();
    return item === '' || item.startsWith('#') || !isProduct(item) || file.change === 'added' && !/\.\w{1,4}$|\//.test(item) ? [] : [{ item, says: `\`${clean(item, 60)}\` was added to ${fileName(file.path)}`, place: { file, line } }];
  });
}

function listed(file: DiffFile): Hit[] {
  const { added, removed } = changedItems(file);
  const isChecker = (under: readonly string[]) => !/pyproject|setup\.cfg|tox\.ini/.test(file.path) || /ruff|mypy|flake8|pylint|pyright|black|isort|lint/.test(under.join(' '));
  const out = added.flatMap(({ key, item, under, line }) => (LEFT_OUT.test(key) && isProduct(item) && isChecker(under) && !/^[A-Z]{1,4}\d{2,4}$/.test(item) && looksLikePath(item) ? [{ item, says: `\`${clean(item, 60)}\` was added to \`${key}\``, place: { file, line } }] : []));
  const lost = removed.flatMap(({ key, item, under, line }) => (LOOKED_AT.test(key) && isChecker(under) && isTsLike(file) && looksLikePath(item) && !NO_PRODUCT.test(item) && !added.some((other) => other.key === key && isWider(other.item, item)) ? [{ item, says: `\`${clean(item, 60)}\` was removed from \`${key}\``, place: { file, line } }] : []));
  const single = changedSettings(file).flatMap(({ key, now, old, under }) => (LEFT_OUT.test(key) && now !== null && now.line.side === 'added' && !now.value.startsWith('[') && isChecker(under) && now.value.length > (old?.value.length ?? 0) && isProduct(now.value.replace(old?.value ?? '\0', '')) && looksLikePath(now.value) ? [{ item: now.value, says: `\`${key}\` is \`${clean(now.value, 60)}\` now`, place: { file, line: now.line } }] : []));
  return [...out, ...lost, ...single];
}

const isTsLike = ({ path }: DiffFile): boolean => /tsconfig|jsconfig|mypy|pyproject|pyright|phpstan|golangci|eslint|sonar/.test(path);
const looksLikePath = (item: string): boolean => /[/.*]|^\w+$/.test(item);

function isWider(now: string, old: string): boolean {
  const fixed = (text: string) => text.replace(/^\.\//, '').replace(/[*{].*$/, '');
  return fixed(old).startsWith(fixed(now)) && !(fixed(now) === '' && !/\*/.test(now) && now !== '.');
}

/** A file of the change, or one that the task speaks of. */
function isNamed(item: string, { diff, task }: Evidence): boolean {
  const fixed = item.replace(/\\/g, '').replace(/^\^|\$$/g, '').replace(/^(?:\.\/|\*\*\/|\/)/, '').replace(/\*.*$/, '').replace(/\/$/, '');
  return fixed.length > 2 && (diff.files.some(({ path, role }) => role === 'source' && (path === fixed || path.startsWith(`${fixed}/`) || path.endsWith(`/${fixed}`))) || task.includes(fixed));
}

