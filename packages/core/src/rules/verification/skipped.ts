import type { Rule } from '../../model/index.js';
import { briefly } from '../../text/one-line.js';
import { comparedIn, lostNames } from './census.js';
import { defineSoft } from './define-soft.js';

const NAMED = 3;

const inTheLog = defineSoft({
  id: 'verification/skipped',
  docs: { title: 'Checks were skipped', why: 'A skipped check says nothing about the change, and a reviewer should see how many there are.', fix: 'Run them, or say in the report why they may stay skipped.', since: '0.1.0' },
  kinds: ['skipped', 'todo'],
  says: (amount) => `${amount} ${amount === 1 ? 'check was' : 'checks were'} skipped or left to do`,
  todo: 'Run them or say why they may stay so.',
});

export const rule: Rule = {
  ...inTheLog,
  *check(evidence) {
    // Where the base was run only what is new is worth a warning.
    const compared = evidence.trials === undefined ? [] : comparedIn(evidence).filter(({ now }) => now !== null);
    if (compared.length === 0) {
      yield* inTheLog.check(evidence); // as it is: a copy would have the tests read, which most changes never need
      return;
    }
    const known = new Set(compared.map(({ run }) => run));
    yield* inTheLog.check({ ...evidence, runs: evidence.runs.filter((run) => !known.has(run)) });
    for (const one of compared) {
      const [now, before] = [one.now?.skipped ?? 0, one.before.skipped];
      const command = `\`${briefly(one.run.command ?? '')}\``;
      const text = one.run.facts.findLast((fact) => (fact.kind === 'totals' && fact.skipped > 0) || fact.kind === 'soft')?.text;
      const about = { source: 'verify_logs', ...(text === undefined ? {} : { evidence: text }) } as const;
      const names = (lostNames(one) ?? []).slice(0, NAMED).map((name) => `\`${briefly(name).replaceAll('`', "'")}\``).join(', ');
      if (now > before) yield { ...about, effect: 'warn', message: `${command} skips ${now} ${now === 1 ? 'check' : 'checks'} or leaves them to do, and ${before} at the base${names === '' ? '' : `: ${names} ran there`}. Run them or say why they may stay so.` };
      else if (now > 0) yield { ...about, effect: 'note', message: `${command} skips ${now} ${now === 1 ? 'check' : 'checks'} or leaves them to do, ${now === before ? 'as' : `and ${before}`} at the base.` };
    }
  },
};
