import type { Recognizer } from '../../../model/index.js';
import { openTable, placeOf, sayClosed } from '../grammar/line-table.js';

// Printed by bandit 1.7.
export const recognizer: Recognizer = {
  tool: 'bandit',
  kind: 'lint',
  docs: {
    title: 'bandit',
    why: 'Each issue has a severity and a place; a count of zero is not an issue, and one of low severity is a warning',
    fix: 'Fix or justify each issue',
    since: '0.1.0',
  },
  marks: ['>> Issue: [', 'No issues identified.', 'Total lines skipped (#nosec)', 'Run started:', '\tINFO\tprofile include tests'],
  open: () =>
    openTable({
      rows: [
        { when: /^(?:\[main\]|\[node_visitor\]|\[tester\]|\[manager\])\t/ },
        { when: /^Run started:\d{4}/, opens: true },
        { when: /^>> Issue: \[\w{1,12}:\w{1,80}\] \S/, opens: true, say: (_groups, _out, { notes }, line) => { notes.set('issue', line); } },
        { when: /^ {3}Severity: (?<severity>Low|Medium|High) {1,8}Confidence: /, say: ({ severity = '' }, _out, { notes }) => { notes.set('severity', severity); } },
        {
          when: /^ {3}Location: (?:\.\/)?(?<file>[^\s:]{1,300}):(?<line>\d{1,7})/,
          say: (groups, out, { notes }) => {
            const isLow = notes.get('severity') === 'Low';
            out.say({ kind: 'diagnostic', level: isLow ? 'warning' : 'error', ...placeOf(groups), text: notes.get('issue') ?? '' });
            if (isLow) out.say({ kind: 'soft', what: 'warning', amount: 1, text: notes.get('issue') ?? '' });
          },
        },
        { when: /^\tNo issues identified\.$/, say: sayClosed(true) },
        { when: /^Files skipped \(\d{1,7}\):$/, closes: true },
      ],
    }),
};
