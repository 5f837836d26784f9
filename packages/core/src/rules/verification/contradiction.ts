import type { LogFact, Rule, Run } from '../../model/index.js';
import { pointOf } from './points.js';
import { briefly } from '../../text/one-line.js';

const QUOTED = 3;

export const rule: Rule = {
  id: 'verification/contradiction',
  docs: {
    title: 'A summary is green, and a line above it is red',
    why: 'A tool that names a failed check and counts none has been interrupted, patched or edited. Its summary decides, but somebody should look.',
    fix: 'Run the command again and compare the failed check with the totals.',
    since: '0.1.0',
  },
  *check({ runs }) {
    for (const run of runs) {
      if (pointOf(run) === 'red') continue;
      const failures = run.facts.filter((fact) => fact.kind === 'failure' && fact.tool !== 'unknown' && !isRepeated(fact, run));
      const [first] = failures;
      if (!first) continue;
      const more = failures.length > 1 ? ` and ${failures.length - 1} more` : '';
      yield {
        effect: 'warn',
        source: 'verify_logs',
        message: `${first.tool} names a failed check that its summary does not count: ${nameOf(first)}${more}. Run the command again and compare.`,
        evidence: [...new Set(failures.slice(0, QUOTED).map(({ text }) => text))].join('\n'),
      };
    }
  },
};

const nameOf = (fact: LogFact): string => briefly(fact.kind === 'failure' ? fact.name : fact.text);

// Failed first and passed when repeated: said as flaky.
const isRepeated = ({ tool }: LogFact, { facts }: Run): boolean => facts.some((fact) => fact.tool === tool && fact.kind === 'soft' && fact.what === 'flaky');
