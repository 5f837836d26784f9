import type { Rule } from '../../model/index.js';
import { hasPositive, pointOf } from './points.js';
import { briefly } from '../../text/one-line.js';

export const rule: Rule = {
  id: 'verification/no-tests',
  docs: {
    title: 'No test was executed',
    why: 'A run that executed nothing is green for any change. Beside runs that executed something one empty package is normal, and only noted.',
    fix: 'Run the tests that belong to the change, without a filter that matches nothing.',
    since: '0.1.0',
  },
  *check({ runs }) {
    const effect = hasPositive({ runs }) ? 'note' : 'ask';
    for (const run of runs) {
      if (pointOf(run) !== 'empty') continue;
      const fact = run.facts.find(({ kind }) => kind === 'no-tests') ?? run.facts.find(({ kind }) => kind === 'totals');
      yield {
        effect,
        source: 'verify_logs',
        message: `${run.command === null ? 'A test run' : `\`${briefly(run.command)}\``} executed no test. Run the tests that belong to the change.`,
        ...(fact ? { evidence: fact.text } : {}),
      };
    }
  },
};
