import type { Rule } from '../../model/index.js';

export const rule: Rule = {
  id: 'verification/not-configured',
  docs: {
    title: 'No check is configured',
    why: 'Somebody says that there is nothing to run, so nothing was verified.',
    fix: 'Configure a verification command (`verifyCommands` in verifier.config.json) and run it.',
    since: '0.1.0',
  },
  *check({ runs }) {
    for (const run of runs) {
      const fact = run.facts.find(({ kind }) => kind === 'not-configured');
      if (!fact || run.exit !== null) continue;
      yield { effect: 'ask', source: 'verify_logs', message: 'No verification command is configured. Configure one and run it.', evidence: fact.text };
    }
  },
};
