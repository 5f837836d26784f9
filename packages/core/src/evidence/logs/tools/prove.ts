import type { Recognizer } from '../../../model/index.js';
import { holdCrosses } from '../grammar/crosses.js';
import { addTo, numberOf, openTable } from '../grammar/line-table.js';

// Printed by TAP::Harness 3.44.
export const recognizer: Recognizer = {
  tool: 'prove',
  kind: 'tests',
  docs: {
    title: 'prove (Test::Harness)',
    why: 'Reads `Result:` with the counts before it',
    fix: 'Run `prove -v` on the named file',
    since: '0.1.0',
  },
  marks: ['Result: PASS', 'Result: FAIL', 'Result: NOTESTS', 'All tests successful.', 'Dubious, test returned', 'Files=', '.. skipped', '.t .. ', 'No tests named and'],
  open: () => {
    const crosses = holdCrosses();
    return openTable({
      rows: [
        { when: /^Files=\d{1,9}, Tests=(?<tests>\d{1,9}), /, say: ({ tests = '0' }, _out, { notes }) => { notes.set('tests', tests); } },
        {
          when: /^Result: (?<word>PASS|FAIL|NOTESTS)$/,
          say: ({ word }, out, { notes, sums }) => {
            crosses.close(out, word === 'PASS' ? 0 : 1);
            const tests = numberOf(notes.get('tests'));
            if (word === 'NOTESTS' || (word === 'PASS' && tests === 0)) out.say({ kind: 'no-tests' });
            else if (word === 'PASS') out.say({ kind: 'totals', passed: tests, failed: 0, skipped: 0 });
            else out.say({ kind: 'totals', passed: Math.max(0, tests - (sums.get('failed') ?? 1)), failed: sums.get('failed') ?? 1, skipped: 0 });
          },
        },
        { when: /^(?<name>\S{1,300}) {1,4}\(Wstat: \d{1,7}(?: \([^)]{1,60}\))? Tests: \d{1,9} Failed: (?<failed>\d{1,9})\)$/, say: ({ name = '', failed }, out, memory) => {
          addTo(memory, 'failed', Math.max(1, numberOf(failed)));
          out.say({ kind: 'failure', name, file: name, line: null });
        } },
        { when: /^(?<name>\S{1,300}) \.{2,} (?:skipped: |.{0,40}skipped)/, say: (_groups, out) => { out.say({ kind: 'soft', what: 'skipped', amount: 1 }); } },
        { when: /^(?<name>\S{1,300}) \.{2,} (?:Failed \d|Dubious)/, say: ({ name = '' }, _out, _memory, line, at) => crosses.hold(name, at, line, name) },
        { when: /^(?<name>\S{1,300}) \.{2,} ok/, say: ({ name = '' }, out) => { out.passed(name); } },
        { when: /^No tests named and 't' directory not found/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: /^(?:All tests successful\.|Test Summary Report|Dubious, test returned \d|Failed \d{1,9}\/\d{1,9} subtests|No subtests run| {2}(?:Failed tests?: |Non-zero (?:exit|wait) status: |Parse errors: |TODO passed: )|# Looks like you |# {3}(?:Failed test|at ))/ },
      ],
    });
  },
};
