import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, sayError } from '../grammar/line-table.js';

// golangci-lint 1 and 2, text: `main.go:12:3: text (errcheck)`; 2 closes with `1 issues:` and `* errcheck: 1`, or `0 issues.`
const LINTER = /^(?:Error: )?(?<file>[^\s:()]{1,400}\.go):(?<line>\d{1,7})(?::\d{1,7})?: \S.{0,1000} \([a-z][a-z0-9]{1,30}\)$/;
const SUMMED = /^(?<amount>\d{1,7}) issues?(?::|\.)$/;
const PER_LINTER = /^\* [a-z][a-z0-9]{1,30}: \d{1,7}$/;
const LEVEL = /^(?:time=\S{1,60} )?level=(?<level>error|fatal|warning|info) msg=(?<what>.{1,500})$/;
const FATAL = /^(?:Error: can't load config: .{1,300}|The command is terminated due to an error: .{1,300}|ERRO Running error: .{1,300}|ERRO Timeout exceeded: .{1,200})$/;

export const recognizer: Recognizer = {
  tool: 'golangci-lint',
  kind: 'lint',
  docs: {
    title: 'golangci-lint',
    why: 'Reads the closing counts, each issue with its place, and errors of the run itself',
    fix: 'Fix the named lines; `--timeout` when it ran out of time',
    since: '0.1.0',
  },
  marks: ['.go:', ' issues:', ' issues.', 'level=error msg=', 'level=fatal msg=', 'level=warning msg="[', "Error: can't load config: ", 'ERRO Running error: ', 'ERRO Timeout exceeded: '],
  open: () =>
    openTable({
      rows: [
        { when: LINTER, say: (groups, out, { notes, line }) => { notes.set('frame', String(line)); sayError(groups, out); } },
        { when: SUMMED, say: ({ amount }, out, { notes }) => {
          notes.delete('frame');
          out.say({ kind: 'closed', ok: numberOf(amount) === 0 });
        } },
        { when: PER_LINTER },
        { when: LEVEL, say: ({ level, what = '' }, out, { notes }) => {
          // logrus prints such lines for any program: only what this tool says by itself counts.
          if (!/^"?(?:\[\w|Running error: |Timeout exceeded: |can't load config)/.test(what)) return false;
          notes.delete('frame');
          if (level === 'error' || level === 'fatal') out.say({ kind: 'gate', name: what.replace(/^"|"$/g, '') });
          else if (level === 'warning') out.say({ kind: 'soft', what: 'warning', amount: 1 });
          return true;
        } },
        { when: FATAL, say: (_groups, out, _memory, line) => { out.say({ kind: 'gate', name: line }); } },
        // The source line and the caret below an issue.
        { when: /^(?:\t|\s{1,400}\^)/, say: (_groups, _out, { notes }) => notes.has('frame') },
      ],
    }),
};
