import type { Rule } from '../../model/index.js';
import { changesOf, type Match } from './changes.js';
import { clean } from './explain.js';
import { found } from './finding.js';

/** From here on an error of the size of the value fits in. */
const MUCH = 10;
const RELATIVE = 0.1;

export const rule: Rule = {
  id: 'integrity/tolerance-widened',
  docs: {
    title: 'A tolerance was widened',
    why: 'The number may be off by more than before, so an error fits in.',
    fix: 'Restore the tolerance, or say in the task why the value is less exact now.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const match of changesOf(evidence).flatMap(({ matches }) => matches)) {
      const factor = factorOf(match);
      if (factor === null) continue;
      const { old, now, pair } = match;
      yield found(
        factor.isMuch ? 'block' : 'warn',
        `The tolerance of an assertion was widened${old.tolerance === null ? '' : ` from ${old.tolerance}`} to ${now.tolerance ?? 0} in ${pair.now.file.path}:${now.line.at}: \`${clean(now.line.text.trim())}\` is looser than \`${clean(old.line.text.trim())}\`. Restore the precision (delta, epsilon)`,
        [{ file: pair.now.file, line: old.line }, { file: pair.now.file, line: now.line }],
      );
    }
  },
};

function factorOf({ old, now }: Match): { isMuch: boolean } | null {
  if (now.tolerance === null || now.line.side !== 'added') return null;
  const value = Math.max(...now.args.map((arg) => Math.abs(Number(/-?\d+(?:\.\d+)?/.exec(arg)?.[0] ?? 'NaN'))).filter((size) => !Number.isNaN(size) && size !== now.tolerance), 0);
  const isRelative = /\brel(?:_tol)?\b|rtol|InEpsilon|max_relative/i.test(`${now.matcher} ${now.args.join(' ')}`);
  const isLarge = (isRelative ? now.tolerance : value === 0 ? 0 : now.tolerance / value) >= RELATIVE;
  if (old.tolerance === null) return old.rank === 4 && isLarge && value > 0 ? { isMuch: true } : null;
  if (now.tolerance <= old.tolerance * 1.0001) return null;
  return { isMuch: old.tolerance === 0 || now.tolerance / old.tolerance >= MUCH - 1e-9 || isLarge };
}
