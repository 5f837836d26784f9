import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable } from '../grammar/line-table.js';
import { sayTally } from '../grammar/totals.js';

// Printed by JUnit 4.13 org.junit.runner.JUnitCore.
export const recognizer: Recognizer = {
  tool: 'junit4-console',
  kind: 'tests',
  docs: {
    title: 'JUnit 4 console',
    why: 'Reads OK or FAILURES!!! with the counts behind it',
    fix: 'Run the named class alone',
    since: '0.1.0',
  },
  marks: ['JUnit version ', 'FAILURES!!!', 'OK ('],
  open: () =>
    openTable({
      unfinished: 'JUnit began and printed no counts',
      rows: [
        { when: /^JUnit version \d/, opens: true },
        { when: /^OK \((?<tests>\d{1,9}) tests?\)$/, closes: true, say: ({ tests }, out) => { sayTally(out, { passed: numberOf(tests), failed: 0 }); } },
        { when: /^FAILURES!!!$/, say: (_groups, _out, { notes }) => { notes.set('red', '1'); } },
        {
          when: /^Tests run: (?<tests>\d{1,9}), {1,3}Failures: (?<failed>\d{1,9})$/, closes: true,
          say: ({ tests, failed }, out, { notes }) => {
            if (notes.has('red')) sayTally(out, { passed: Math.max(0, numberOf(tests) - numberOf(failed)), failed: numberOf(failed) });
            return notes.delete('red');
          },
        },
        { when: /^\d{1,6}\) (?<name>[\w$]{1,200}(?:\[[^\]]{1,100}\])?\([\w.$]{1,300}\))$/, inside: true, say: ({ name = '' }, out) => { out.say({ kind: 'failure', name, file: null, line: null }); } },
      ],
    }),
};
