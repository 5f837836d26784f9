import type { DiffFile, Rule } from '../../model/index.js';
import { runsCheck } from './checks.js';
import { clean } from './explain.js';
import { found, type Place } from './finding.js';
import { addedIn, counterparts, fileName, isComment, isToFix, removedIn } from './lines.js';
import { changedItems, changedSettings } from './settings.js';

const CONFIG = /(?:^|\/)(?:\.eslintrc[\w.]*|eslint\.config\.\w+|biome\.jsonc?|\.?oxlint\S*|\.stylelintrc\S*|stylelint\.config\.\w+|pyproject\.toml|\.?ruff\.toml|\.flake8|\.pylintrc|pylintrc|setup\.cfg|tox\.ini|\.rubocop\S*\.yml|\.golangci\.\S+|clippy\.toml|\.clippy\.toml|Cargo\.toml|phpstan\S*\.neon\S*|psalm\.xml|phpcs\S*\.xml\S*|detekt\S*\.yml|checkstyle\S*\.xml|\.swiftlint\.yml|\.shellcheckrc|\.markdownlint\S*|\.yamllint\S*|\.editorconfig|\.globalconfig|analysis_options\.yaml|\.credo\.exs|tslint\.json|\.?xo-config\S*|package\.json|\.hadolint\.ya?ml|sonar-project\.properties|bandit\.ya?ml)$/i;
const LEVELS: Readonly<Record<string, number>> = { off: 0, '0': 0, none: 0, silent: 0, suggestion: 1, info: 1, warn: 2, '1': 2, warning: 2, error: 3, '2': 3, deny: 3, forbid: 4, allow: 0 };
const ENABLE = /^(?:select|extend-select|enable|enabled|extends|linters|plugins|rules|checks|fixable|disabled_rules_not|analyzers)$/;
const DISABLE = /^(?:ignore|extend-ignore|disable|disabled|disable-all|disabled_rules|excluded_rules|skips|per-file-ignores|ignoreErrors|exclude-rules|disabledRules|noRules|suppress|unfixable|lint\.ignore)$/;
const BASELINE = /(?:^|\/)(?:phpstan-baseline\.(?:neon|php)|\.rubocop_todo\.yml|detekt-baseline\.xml|\S*baseline\.(?:xml|json|neon|toml)|\.betterer\.results|\.eslint-todo|eslint-suppressions\.json|suppressions?\.(?:json|xml)|\.secrets\.baseline|psalm-baseline\.xml|\.mypy-baseline\.txt|mypy-baseline\.txt|lint-baseline\.xml|\.basedpyright\/baseline\.json)$/i;

export const rule: Rule = {
  id: 'integrity/lint-weakened',
  docs: {
    title: 'A linter looks for less, or tolerates more',
    why: 'What the rule found is there still; only the message is gone.',
    fix: 'Restore the rule, and repair what it finds.',
    since: '0.1.0',
  },
  *check(evidence) {
    const isFix = isToFix(evidence, /lint|eslint|ruff|flake8|pylint|rubocop|clippy|golangci|phpstan|psalm|detekt|checkstyle|style|warning|offen[cs]e|\bchecks?\b|\bci\b|error/i);
    for (const file of evidence.diff.files) {
      if (file.change === 'added' && !BASELINE.test(file.path)) continue;
      const hits = [...(CONFIG.test(file.path) ? [...levelsIn(file), ...listsIn(file), ...rubocopIn(file)] : []), ...budgetIn(file), ...baselineIn(file)];
      const [first] = hits;
      if (first === undefined) continue;
      const isAsked = !isFix && hits.some(({ name }) => name.length > 2 && evidence.task.includes(name));
      yield found(hits.some(({ isHard }) => isHard) || (isFix && !isAsked) ? 'block' : 'warn', `The lint rules were weakened in ${file.path}:${first.place.line?.at ?? 0}: ${hits.slice(0, 3).map(({ says }) => says).join(', ')}. Restore them, and repair what they find`, hits.map(({ place }) => place));
    }
  },
};

interface Hit {
  readonly name: string;
  readonly says: string;
  readonly place: Place;
  readonly isHard: boolean;
}

/** A rule whose level fell. */
function levelsIn(file: DiffFile): Hit[] {
  return changedSettings(file).flatMap(({ key, old, now }): Hit[] => {
    const [before, after] = [levelOf(old?.value), levelOf(now?.value)];
    if (now === null || after === null || /^(?:scripts|version|port|level|indent|max)/.test(key) || !/^[@\w/-]{3,80}$/.test(key) || !isRules(file, key, now.value)) return [];
    if (before !== null && after < before) return [{ name: key, says: `\`${clean(key)}\` was disabled or lowered from ${clean(old?.value ?? '', 20)} to ${clean(now.value, 20)}`, place: { file, line: now.line }, isHard: false }];
    if (before === null && old === null && after === 0 && now.line.side === 'added' && !isTestOnly(file, now.line)) return [{ name: key, says: `\`${clean(key)}\` was disabled (${clean(now.value, 20)})`, place: { file, line: now.line }, isHard: false }];
    return [];
  }).concat(removedLevels(file));
}

function removedLevels(file: DiffFile): Hit[] {
  if (!/eslint|biome|stylelint|tslint/.test(file.path)) return [];
  return changedSettings(file).flatMap(({ key, old, now }) => (now === null && old !== null && old.line.side === 'removed' && (levelOf(old.value) ?? 0) >= 2 && isRules(file, key, old.value) ? [{ name: key, says: `\`${clean(key)}\` was removed`, place: { file, line: old.line }, isHard: false }] : []));
}

function levelOf(value: string | undefined): number | null {
  const bare = /^\[?\s*["']?(\w+)["']?/.exec(value ?? '')?.[1]?.toLowerCase();
  return bare === undefined || !Object.hasOwn(LEVELS, bare) ? null : (LEVELS[bare] ?? null);
}

/** Numbers are levels of rules only where rules are. */
function isRules(file: DiffFile, key: string, value: string): boolean {
  if (/eslint|oxlint|stylelint|tslint|xo-config/.test(file.path)) return true;
  if (/biome/.test(file.path)) return /^no[A-Z]|^use[A-Z]|^recommended$|^enabled$/.test(key) || /error|warn|off/.test(value);
  if (/cargo\.toml|clippy/i.test(file.path)) return /deny|warn|forbid|allow/.test(value);
  if (/editorconfig|globalconfig/.test(file.path)) return /severity/.test(key);
  return /analysis_options|\.credo/.test(file.path) && /error|warning|ignore/.test(value);
}

/** An override for tests says nothing of the product. */
function isTestOnly(file: DiffFile, line: Hit['place']['line']): boolean {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  const at = line === null || line === undefined ? -1 : lines.indexOf(line);
  return lines.slice(Math.max(0, at - 12), at + 1).some(({ text }) => /files\s*:?.*(?:test|spec|stories)|\boverrides\b/.test(text));
}

/** Rules that are selected no more, or ignored now. */
function listsIn(file: DiffFile): Hit[] {
  if (/package\.json$|sonar|eslint|biome/.test(file.path)) return [];
  const { added, removed } = changedItems(file);
  const isRule = (item: string) => /^[A-Z]{1,5}\d{0,4}$|^[\w/-]{3,60}$|^[A-Z]\w+\/\w+$/.test(item) && !/[/.]\w{1,4}$/.test(item);
  const isScope = (under: readonly string[]) => /ruff|flake8|pylint|lint|golangci|rubocop|swiftlint|detekt|bandit|pycodestyle/.test(`${under.join(' ')} ${file.path}`);
  return [
    ...removed.flatMap(({ key, item, under, line }) => (ENABLE.test(key) && isRule(item) && isScope(under) && !added.some((other) => ENABLE.test(other.key) && (item.startsWith(other.item) || other.item === 'ALL')) ? [{ name: item, says: `\`${clean(item)}\` was removed from \`${clean(key)}\``, place: { file, line }, isHard: false }] : [])),
    ...added.flatMap(({ key, item, under, line }) => (DISABLE.test(key) && isRule(item) && isScope(under) ? [{ name: item, says: `\`${clean(item)}\` was disabled (\`${clean(key)}\`)`, place: { file, line }, isHard: item === 'ALL' || item === 'all' }] : [])),
  ];
}

/** Cops that are off, or that tolerate more. */
function rubocopIn(file: DiffFile): Hit[] {
  if (!/rubocop|golangci|swiftlint|detekt|pylintrc|flake8|setup\.cfg|pyproject|checkstyle|phpstan/i.test(file.path)) return [];
  return changedSettings(file).flatMap(({ key, old, now, under }): Hit[] => {
    if (now === null) return [];
    const cop = under[under.length - 1] ?? key;
    if (/^(?:Enabled|active|enabled)$/.test(key) && /^false$/i.test(now.value) && !/^false$/i.test(old?.value ?? '') && now.line.side === 'added') return [{ name: cop, says: `\`${clean(cop)}\` was disabled`, place: { file, line: now.line }, isHard: /^(?:AllCops|linters|all)$/.test(cop) }];
    const [a, b] = [Number(old?.value ?? NaN), Number(now.value)];
    if (/^(?:Max|max[-_]\w+|threshold|max|line-length|max-complexity|error|warning)$/i.test(key) && !Number.isNaN(a) && b > a && /rubocop|pylint|flake8|swiftlint|detekt/i.test(file.path)) return [{ name: cop, says: `\`${clean(cop)}\` tolerates ${b} instead of ${a}`, place: { file, line: now.line }, isHard: false }];
    return key === 'level' && /phpstan/.test(file.path) && b < a ? [{ name: 'level', says: `the level fell from ${a} to ${b}`, place: { file, line: now.line }, isHard: true }] : [];
  });
}

const BUDGET = /--max-warnings[= ](-?\d+)|-D\s*warnings\b|--error-on-warnings?\b|--fail-level[= ](\w+)|--severity[= ](\w+)|--fail-on[= ](\w+)|--level[= ](\d+)/;

/** Warnings that are tolerated by the command. */
function budgetIn(file: DiffFile): Hit[] {
  if (file.role === 'docs' || file.role === 'source' && file.language !== 'bash' || file.role === 'test') return [];
  return removedIn(file).flatMap((old): Hit[] => {
    const before = BUDGET.exec(old.line.text);
    if (before === null || isComment(old.line) || !runsCheck(old.line.text)) return [];
    const now = addedIn(file).find((at) => counterparts(old).includes(at.line) && runsCheck(at.line.text));
    if (now === undefined) return [];
    const after = BUDGET.exec(now.line.text);
    const place = { file, line: now.line };
    if (before[1] !== undefined) {
      const [a, b] = [Number(before[1]), after?.[1] === undefined ? null : Number(after[1])];
      if (b === null) return after === null ? [{ name: 'max-warnings', says: `\`${clean(before[0])}\` was removed, so any number of warnings passes`, place, isHard: true }] : [];
      return b > a || b < 0 ? [{ name: 'max-warnings', says: `the warning budget was raised from ${a} to ${b}`, place, isHard: b < 0 || b >= 1_000 }] : [];
    }
    if (/-D\s*warnings/.test(before[0]) && after === null) return [{ name: 'warnings', says: '`-D warnings` was taken away, so warnings pass', place, isHard: /-A\s*\w|-W\s*warnings|--cap-lints/.test(now.line.text) || true }];
    return after === null ? [{ name: clean(before[0]), says: `\`${clean(before[0])}\` was removed`, place, isHard: false }] : [];
  });
}

/** A file of known offences that grew. */
function baselineIn(file: DiffFile): Hit[] {
  if (!BASELINE.test(file.path)) return [];
  const grown = addedIn(file).length - removedIn(file).length;
  const [first] = addedIn(file);
  return grown > 0 && first !== undefined && file.change !== 'deleted' ? [{ name: fileName(file.path), says: `the baseline of known warnings grew by ${grown} ${grown === 1 ? 'line' : 'lines'}`, place: { file, line: first.line }, isHard: false }] : [];
}
