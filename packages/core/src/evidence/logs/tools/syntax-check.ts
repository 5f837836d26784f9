import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed, sayError } from '../grammar/line-table.js';

// Printed by Ruby 3.1, Perl 5.36 and bash 5.2.
export const recognizer: Recognizer = {
  tool: 'syntax-check',
  kind: 'lint',
  docs: {
    title: 'Syntax checks: ruby -c, perl -c, bash -n',
    why: 'Read their one sentence',
    fix: 'Fix the named line',
    since: '0.1.0',
  },
  marks: ['Syntax OK', ' syntax OK', 'syntax error', ' had compilation errors.'],
  open: () =>
    openTable({
      rows: [
        { when: /^(?:Syntax OK|\S{1,300} syntax OK)$/, say: sayClosed(true) },
        { when: /^(?<file>[^\s:]{1,300}\.rb):(?<line>\d{1,7}): syntax error/, say: sayError },
        { when: /^(?<file>[^\s:]{1,300}): line (?<line>\d{1,7}): syntax error/, say: sayError },
        { when: /^\S{1,300} had compilation errors\.$/, say: sayClosed(false) },
      ],
    }),
};
