import type { Rule } from '../../model/index.js';
import { hasPositive, pointOf } from './points.js';

export const rule: Rule = {
  id: 'verification/absent',
  docs: {
    title: 'Nothing shows that a check passed',
    why: 'No failure is not the same as a pass: a change opens only when some check is known to have passed.',
    fix: 'Run a verification command, or hand over its whole log.',
    since: '0.1.0',
  },
  *check({ runs }) {
    if (hasPositive({ runs })) return;
    const points = runs.map(pointOf);
    // Said already, and more exactly, by the rule that owns the case.
    if (points.some((point) => point === 'red' || point === 'unfinished' || point === 'empty')) return;
    if (runs.some(({ worth, command }) => worth !== 'check' && command !== null)) return;
    if (runs.some(({ facts, exit }) => exit === null && facts.some(({ kind }) => kind === 'not-configured'))) return;
    yield { effect: 'ask', source: 'verify_logs', message: 'Nothing shows that a check passed. Run a verification command and hand over its whole log.' };
  },
};
