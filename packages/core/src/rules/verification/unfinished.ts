import type { Rule } from '../../model/index.js';
import { pointOf } from './points.js';

export const rule: Rule = {
  id: 'verification/unfinished',
  docs: {
    title: 'A test run never reached its closing statement',
    why: 'A runner that began and did not print its summary may have been cut off, or left with status 0 before it was done. What is missing may be the failure.',
    fix: 'Run the command again and hand over the whole log, to its last line.',
    since: '0.1.0',
  },
  *check({ runs }) {
    for (const run of runs) {
      if (pointOf(run) !== 'unfinished') continue;
      const fact = run.facts.find(({ kind }) => kind === 'unfinished');
      yield {
        effect: 'ask',
        source: 'verify_logs',
        message: `${fact?.tool ?? 'A test runner'} began and never printed its summary. Run it to the end and hand over the whole log.`,
        ...(fact && fact.text !== '' ? { evidence: fact.text } : {}),
      };
    }
  },
};
