import type { Recognizer } from '../../../model/index.js';
import { numberOf, openTable, placeOf, sayClosed, sayError } from '../grammar/line-table.js';

// PHPStan 1 and 2: table, raw (`/app/src/A.php:12:text`), `[OK] No errors`, `[ERROR] Found 2 errors`.
const RULE = /^ ?-{4,} -{4,} ?$/;
const FILE = /^ {2}Line {1,6}(?<file>\S.{0,400}?\.\w{1,8})(?: \(in context of .{1,300}\))? *$/;
const ROW = /^ {2}(?<line>:?\d{1,7}|-) {1,8}\S/;
const RAW = /^(?<file>[^\s:]{1,400}\.php):(?<line>\d{1,7}):[A-Z]\S{0,200} \S/;
const FOUND = /^ ?\[ERROR\] Found (?<errors>\d{1,7}) errors?(?: and \d{1,6} warnings?)?$/;
const CRASHED = /^(?:PHPStan process crashed because .{1,300}|Child process error.{0,200}|.{0,8}Result is incomplete because of severe errors\..{0,8})$/;

export const recognizer: Recognizer = {
  tool: 'phpstan',
  kind: 'lint',
  docs: {
    title: 'PHPStan',
    why: 'Reads the closing sentence and each error with its place',
    fix: 'Fix the named lines, or add them to the baseline in a change of its own',
    since: '0.1.0',
  },
  marks: ['  Line   ', '[OK] No errors', '[ERROR] Found ', 'No files found to analyse', 'PHPStan process crashed', 'Result is incomplete because of severe errors', 'phpstan.neon', '.php:'],
  open: () =>
    openTable({
      rows: [
        { when: FILE, say: ({ file = '' }, _out, memory) => { memory.file = file; } },
        { when: ROW, say: ({ line = '' }, out, { file }) => {
          if (file === null) return false;
          const at = line.replace(':', '');
          out.say({ kind: 'diagnostic', level: 'error', ...placeOf({ file, line: at === '-' ? undefined : at }) });
          return true;
        } },
        { when: RAW, say: sayError },
        { when: RULE, say: (_groups, _out, { file }) => file !== null },
        // What an error's text goes on with, its identifier and its tip.
        { when: /^ {6,12}\S/, say: (_groups, _out, { file }) => file !== null },
        { when: /^ ?\[OK\] No errors$/, say: sayClosed(true) },
        { when: FOUND, say: ({ errors }, out, memory) => {
          memory.file = null;
          out.say({ kind: 'closed', ok: numberOf(errors) === 0 });
        } },
        { when: /^ ?(?:\[\w{1,10}\] )?No files found to analyse\.?$/, say: (_groups, out) => { out.say({ kind: 'no-tests' }); } },
        { when: CRASHED, say: (_groups, out, _memory, line) => { out.say({ kind: 'gate', name: line.trim() }); } },
        { when: /^Note: Using configuration file \S{1,300}\.$/ },
      ],
    }),
};
