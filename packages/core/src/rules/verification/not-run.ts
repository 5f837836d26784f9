import type { Rule } from '../../model/index.js';
import { redFacts } from './points.js';

export const rule: Rule = {
  id: 'verification/not-run',
  docs: {
    title: 'A configured check was not run',
    why: 'A check that was planned and not executed says nothing, and its box in the list stays open for a reason.',
    fix: 'Run the named check and hand over its log.',
    since: '0.1.0',
  },
  *check({ runs }) {
    for (const run of runs) {
      const open = redFacts(run).filter(({ kind }) => kind === 'not-run');
      const [first] = open;
      if (!first) continue;
      yield {
        effect: 'block',
        source: 'verify_logs',
        message: `A configured check was not run: ${first.text.replace(/^[-*] \[ \] /, '').replaceAll('; ', ', ').slice(0, 160)}${open.length > 1 ? ` and ${open.length - 1} more` : ''}. Run it and hand over its log.`,
        evidence: open.slice(0, 3).map(({ text }) => text).join('\n'),
      };
    }
  },
};
