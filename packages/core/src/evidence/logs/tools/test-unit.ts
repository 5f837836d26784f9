import type { Recognizer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by test-unit 3.5.
export const recognizer: Recognizer = {
  tool: 'test-unit',
  kind: 'tests',
  docs: {
    title: 'test-unit',
    why: 'Reads the counts; the percentage counts pendings as not passed and is not read',
    fix: 'Run the test by name: `-n`',
    since: '0.1.0',
  },
  marks: ['Loaded suite ', ' notifications'],
  open: () => {
    const crosses = holdCrosses();
    return openTable({
      unfinished: 'test-unit began and printed no counts',
      rows: [
        { when: /^Loaded suite \S/, opens: true },
        {
          when: /^(?<tests>\d{1,9}) tests?, \d{1,9} assertions?, (?<failures>\d{1,9}) failures?, (?<errors>\d{1,9}) errors?, (?<pendings>\d{1,9}) pendings?, (?<omissions>\d{1,9}) omissions?, \d{1,9} notifications?$/,
          closes: true,
          say: ({ tests, failures, errors, pendings, omissions }, out) => {
            const failed = numberOf(failures) + numberOf(errors);
            crosses.close(out, failed);
            const skipped = numberOf(pendings) + numberOf(omissions);
            sayTally(out, { passed: Math.max(0, numberOf(tests) - failed - skipped), failed, skipped });
          },
        },
        { when: /^[.FEPON]{1,4000}$/, inside: true, say: (_groups, _out, _memory, line, at) => !/^(?=[^.]*(?:\.|$))[^FE]*[FE]/.test(line) || crosses.hold(`a mark of failure in \`${line.slice(0, 80)}\``, at, line) },
        { when: /^\s{1,20}(?<name>test.{0,300}?):\s{1,80}[FE]: \(\d/, inside: true, say: ({ name = '' }, _out, _memory, line, at) => crosses.hold(name, at, line) },
        { when: /^(?:Failure|Error): (?<name>\w{1,200}\([\w:]{1,200}\))/, inside: true, say: ({ name = '' }, out) => { out.say({ kind: 'failure', name, file: null, line: null }); } },
        { when: /^(?:\d{1,3}(?:\.\d{1,6})?% passed$|\d{1,9}\.\d{1,4} tests\/s, |-{60,}$)/ },
      ],
    });
  },
};
