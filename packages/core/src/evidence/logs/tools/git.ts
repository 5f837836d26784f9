import type { Recognizer } from '../../../model/index.js';
import { openTable, sayClosed, sayError } from '../grammar/line-table.js';

// Printed by git 2.39.
export const recognizer: Recognizer = {
  tool: 'git',
  kind: 'wrapper',
  docs: {
    title: 'git',
    why: 'Conflicts and whitespace errors fail a check; everything else is context',
    fix: 'Resolve the conflict',
    since: '0.1.0',
  },
  marks: ['致命错误', 'CONFLICT (', 'Automatic merge failed', ': trailing whitespace.', 'fatal: ', ': leftover conflict marker'],
  open: () =>
    openTable({
      rows: [
        { when: /^致命错误：/, say: sayClosed(false) },
        { when: /^CONFLICT \([a-z/ ]{1,40}\): (?<what>\S.{0,300})$/, say: ({ what = '' }, out) => { out.say({ kind: 'failure', name: what, file: null, line: null }); } },
        { when: /^Automatic merge failed; fix conflicts/, say: sayClosed(false) },
        { when: /^(?<file>[^\s:]{1,300}):(?<line>\d{1,7}): (?:trailing whitespace|leftover conflict marker|space before tab in indent|new blank line at EOF)\.$/, say: sayError },
        { when: /^fatal: (?:not a git repository|ambiguous argument|bad revision|couldn't find remote ref|refusing to|unable to access|Could not read)/, say: sayClosed(false) },
      ],
    }),
};
