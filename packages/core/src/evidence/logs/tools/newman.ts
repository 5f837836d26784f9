import type { Recognizer, Reducer } from '../../../model/index.js';
import { sayRedRow } from '../grammar/crosses.js';
import { sayTally } from '../grammar/totals.js';

// newman 6: a table; `│              assertions │                1 │                0 │`
const ROW = /^│ +(iterations|requests|test-scripts|prerequest-scripts|assertions) │ +(\d{1,9}) │ +(\d{1,9}) │$/;
const PASSED = /^ {2,8}[✓√] {1,2}(\S.{0,500})$/;
const FAILED = /^ {1,3}(\d{1,4})\. {1,2}(\w{2,40}) {2,}(\S.{0,200}?) *$/;
const BODY = /^ {2,8}\d{1,4}\. {1,2}\S/;
const BOX = /^[│┌├└]/;

export const recognizer: Recognizer = {
  tool: 'newman',
  kind: 'tests',
  docs: { title: 'Newman', why: 'Reads the table: failed assertions, and failed requests or scripts without any.', fix: 'Correct the service or the collection.', since: '0.1.0' },
  marks: ['│              iterations │', '│              assertions │', '│                requests │', '┌─────────────────────────┬'],
  adoptsTicks: true,
  open: openNewman,
};

function openNewman(before: () => readonly string[] = () => []): Reducer {
  let broken = 0;
  let isClosed = false;
  return {
    read(line, _at, out) {
      if (line === '' || line.length > 1000) return false;
      const [, row, executed = '0', failed = '0'] = ROW.exec(line) ?? [];
      if (row === 'assertions') {
        if (failed === '0') sayRedRow(out, before(), BODY, BODY);
        sayTally(out, { passed: Math.max(0, Number(executed) - Number(failed)), failed: Number(failed) });
        if (failed === '0' && broken > 0) out.say({ kind: 'gate', name: 'a request or a script failed' });
        broken = 0;
        isClosed = true;
      } else if (row !== undefined) broken += Number(failed);
      if (row !== undefined || BOX.test(line)) return true;
      const [, , kind, name] = isClosed ? (FAILED.exec(line) ?? []) : [];
      if (kind !== undefined && name !== undefined) {
        out.say({ kind: 'failure', name: kind === 'AssertionError' ? name : `${kind}: ${name}`, file: null, line: null });
        return true;
      }
      const passed = PASSED.exec(line)?.[1];
      if (passed !== undefined) out.passed(passed);
      return passed !== undefined || (isClosed && (/^ {10,}\S/.test(line) || /^ {2}# {1,4}failure/.test(line)));
    },
    end() { /* the table says all */ },
  };
}
