import type { Rule } from '../../model/index.js';
import { doubtOf, pointOf } from './points.js';
import { briefly } from '../../text/one-line.js';

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
      const doubt = doubtOf(run);
      const fact = doubt ?? run.facts.find(({ kind, tool }) => kind === 'unfinished' && tool !== 'unknown');
      const says = doubt ? `What the log says of passed checks is taken back: ${briefly(doubt.text)}` : `${fact?.tool ?? 'A test runner'} began and never printed its summary`;
      yield {
        effect: 'ask',
        source: 'verify_logs',
        message: `${says}. Run it to the end and hand over the whole log.`,
        ...(fact && fact.text !== '' ? { evidence: fact.text } : {}),
      };
    }
  },
};
