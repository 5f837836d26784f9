import type { DiffFile, DiffLine, DiffModel, Evidence, Rule } from '../../model/index.js';
import { clean, count } from './explain.js';
import { found } from './finding.js';
import { isToFix } from './lines.js';
import { type Suppression, suppressionsIn, type What } from './suppressions.js';

interface Hit extends Suppression {
  readonly file: DiffFile;
}

const NAMES: Readonly<Record<What, string>> = { lint: 'lint', types: 'type check', coverage: 'coverage' };
const FIXES: Readonly<Record<What, RegExp>> = {
  lint: /lint|eslint|ruff|flake8|pylint|rubocop|clippy|golangci|phpstan|phpcs|warning|offen[cs]e|style|nolint|shellcheck|detekt|sonar|checkstyle|unused/i,
  types: /typ(?:e|es|ed|ing)\b|tsc|mypy|pyright|typescript|compil|phpstan|psalm/i,
  coverage: /coverage|covered|uncovered/i,
};

const BUILT = /(?:^|\/)(?:dist|build|out|vendor|third_party|node_modules|generated)\/|\.min\.\w+$/;

export const rule: Rule = {
  id: 'integrity/suppression-added',
  docs: {
    title: 'A check was told to look away',
    why: 'The error is there still; the comment only hides it from the linter, the type checker or the coverage.',
    fix: 'Repair what the check found. Where that cannot be: one rule, one line, and a reason.',
    since: '0.1.0',
  },
  *check(evidence) {
    const hits = surplusIn(evidence.diff);
    for (const what of ['lint', 'types', 'coverage'] as const) {
      const own = hits.filter((hit) => hit.what === what);
      const hard = own.filter((hit) => isHard(hit, evidence));
      const soft = own.filter((hit) => !hard.includes(hit) && isSoft(hit));
      const noted = own.filter((hit) => !hard.includes(hit) && !soft.includes(hit));
      const [first] = hard.length > 0 ? hard : soft.length > 0 ? soft : noted;
      if (first === undefined) continue;
      const shown = hard.length > 0 ? hard : soft.length > 0 ? soft : noted;
      const effect = hard.length > 0 ? 'block' : soft.length > 0 ? 'warn' : 'note';
      yield found(effect, `${count(shown.length, `${NAMES[what]} suppression was`, `${NAMES[what]} suppressions were`)} added at ${first.file.path}:${first.line.at}: \`${clean(first.text, 60)}\`${first.isBlanket ? ', which disables the check for all that follows' : first.hasReason ? '' : ', without a reason'}. Repair what the check found instead of ignoring it${what === 'coverage' ? ' (pragma, ignore)' : ''}`, shown.map(({ file, line }) => ({ file, line })));
    }
  },
};

function isHard(hit: Hit, evidence: Evidence): boolean {
  if (hit.file.role === 'generated') return false;
  if (hit.what === 'coverage') return isToFix(evidence, FIXES.coverage);
  const isFix = isToFix(evidence, FIXES[hit.what]);
  if (hit.isBlanket) return !(hit.hasReason && !isFix) && (hit.file.role !== 'test' || isFix);
  if (isFix && hit.hasReason && hit.file.role === 'test') return false;
  return isFix && (!hit.hasReason || !/expect-error/.test(hit.text));
}

/** Narrow, without a reason. Casts of tests are how they make what they need. */
function isSoft({ what, text, hasReason, isBlanket, file, line }: Hit): boolean {
  if (file.role === 'generated' || file.role === 'docs') return false;
  if (isBlanket) return true;
  if (file.role === 'test' && (what === 'types' || what === 'lint')) return false;
  if (/\bas any\b|as unknown as|<any>|cast\(/.test(text)) return false;
  return !hasReason && line.text.trim() !== '';
}

/** What the new side has more than the old one, over the whole change: a move, with its line or not, is neutral. */
function surplusIn(diff: DiffModel): Hit[] {
  const balance = new Map<string, number>();
  const added: Hit[] = [];
  for (const file of diff.files) {
    if (file.role === 'lockfile' || file.role === 'docs' || file.role === 'data' || file.role === 'generated' || file.language === null || BUILT.test(file.path)) continue;
    for (const { lines } of file.hunks) {
      const above: Partial<Record<'added' | 'removed', DiffLine>> = {};
      for (const line of lines) {
        const { side } = line;
        if (side === 'context') above.added = above.removed = line;
        else {
          for (const one of suppressionsIn(line, file, above[side])) {
            balance.set(one.key, (balance.get(one.key) ?? 0) + (side === 'added' ? 1 : -1));
            if (side === 'added') added.push({ ...one, file });
          }
          above[side] = line;
        }
      }
    }
  }
  return added.filter(({ key }) => {
    const left = balance.get(key) ?? 0;
    if (left > 0) balance.set(key, left - 1);
    return left > 0;
  });
}
