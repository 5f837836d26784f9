import type { Rule } from '../../model/index.js';
import { couldNotStart } from './failed.js';
import { briefly } from '../../text/one-line.js';

const MEANING: Record<number, string> = { 126: 'is not executable', 127: 'was not found' };

export const rule: Rule = {
  id: 'verification/could-not-start',
  docs: {
    title: 'A check could not start',
    why: 'A command that is missing or not executable has verified nothing. The fault lies in the set-up, not in the change.',
    fix: 'Install what the command needs, or correct the command in the configuration of the gate. Do not change code or tests for it.',
    since: '0.1.0',
  },
  *check({ runs }) {
    for (const run of runs) {
      if (!couldNotStart(run)) continue;
      const code = run.exit?.code ?? 127;
      const quoted = run.facts.find(({ kind }) => kind === 'failure')?.text ?? run.unread.at(-1)?.text;
      yield {
        effect: 'block',
        source: 'system',
        message: `could not start: \`${briefly(run.command ?? 'a command')}\` ${MEANING[code] ?? 'did not start'} (exit code ${code}). Install it or correct the configured command.`,
        ...(quoted === undefined ? {} : { evidence: quoted }),
      };
    }
  },
};
