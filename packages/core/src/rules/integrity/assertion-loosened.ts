import type { Assertion, Evidence, Rule } from '../../model/index.js';
import { changesOf, LITERAL, type Match, RAISES } from './changes.js';
import { clean } from './explain.js';
import { found } from './finding.js';


export const rule: Rule = {
  id: 'integrity/assertion-loosened',
  docs: {
    title: 'A check says less than it did',
    why: 'Where a value was compared, now a part, a type or the mere presence is: a wrong value passes.',
    fix: 'Restore the comparison of the value.',
    since: '0.1.0',
  },
  *check(evidence) {
    const weaker = changesOf(evidence).flatMap(({ matches }) => matches.filter((match) => isWeaker(match, evidence)));
    for (const match of weaker) {
      const { old, now, pair } = match;
      const isStrong = old.rank - now.rank >= 2 || now.rank <= 1;
      yield found(
        isStrong ? 'block' : 'warn',
        `An assertion of ${pair.now.name === '' ? 'a test' : `\`${clean(pair.now.name)}\``} was weakened in ${pair.now.file.path}:${now.line.at}: \`${clean(old.line.text.trim())}\` became the less strict \`${clean(now.line.text.trim())}\`. Restore the value check`,
        [{ file: pair.now.file, line: old.line }, { file: pair.now.file, line: now.line }],
      );
    }
  },
};

function isWeaker({ pair, old, now }: Match, evidence: Evidence): boolean {
  if (now.line.side !== 'added' || old.isHelper || now.isHelper || old.key === now.key || now.isTautology) return false;
  if (RAISES.test(old.matcher) || RAISES.test(now.matcher) || old.rank <= now.rank) return false;
  if (/^(?:not\.|!=|is not|refute|wont)/.test(now.matcher) !== /^(?:not\.|!=|is not|refute|wont)/.test(old.matcher) && isOpposite(old, now)) return false;
  if (old.tolerance !== null || now.tolerance !== null) return false;
  // The weaker check stands beside one that says as much as before.
  if (pair.now.assertions.some((other) => other !== now && other.line.side === 'added' && other.rank >= old.rank && other.args.some((arg) => now.args.includes(arg) && !LITERAL.test(arg)))) return false;
  return !isTold(old, now, evidence);
}

/** `is None` became `is not None`: the opposite is expected now, which is no less. */
function isOpposite(old: Assertion, now: Assertion): boolean {
  const core = ({ matcher }: Assertion) => matcher.replace(/^(?:not\.|refute_?|wont_?|assert_?|must_?)/i, '').replace(/not_?/i, '').toLowerCase();
  return core(old) === core(now) || (/^(?:is|==|tobe(?:null|undefined|nil|none)?|benull|benil)/i.test(old.matcher) && /null|nil|None|undefined/.test(`${old.matcher} ${old.args.join(' ')}`));
}

/** The task says in so many words that the check is to be loosened. */
function isTold(old: Assertion, now: Assertion, { task }: Evidence): boolean {
  return /\b(?:loosen|relax|less strict|weaken|only check|partial match)\w*/i.test(task.slice(0, 20_000)) && now.rank >= 2;
}
