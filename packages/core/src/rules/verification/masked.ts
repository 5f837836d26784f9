import type { Rule, Worth } from '../../model/index.js';
import { pointOf } from './points.js';
import { briefly } from '../../text/one-line.js';

const SAYS: Record<Exclude<Worth, 'check'>, string> = {
  trivial: 'checks nothing',
  masked: 'hides the exit status of what it runs',
  permissive: 'is green also when no test was executed',
};

export const rule: Rule = {
  id: 'verification/masked',
  docs: {
    title: 'A command whose exit status says nothing',
    why: '`true`, `echo …`, `… || true`, `…; true`, a pipe without pipefail, `--passWithNoTests` and `--collect-only` end with status 0 whatever the change does.',
    fix: 'Give the check itself as the command, without the part that swallows its status.',
    since: '0.1.0',
  },
  *check({ runs }) {
    for (const run of runs) {
      if (run.worth === 'check' || run.command === null || pointOf(run) !== 'unknown') continue;
      yield {
        effect: 'ask',
        source: 'verify_logs',
        message: `\`${briefly(run.command)}\` ${SAYS[run.worth]}, so its result is no evidence. Run the check itself.`,
        evidence: `$ ${run.command}`,
      };
    }
  },
};
