import type { Out } from '../../../model/index.js';
import { countsIn } from './counts.js';

const TIMEOUT = /^\+{10,100} Timeout \+{10,100}$/;
const COVERAGE = /^(?:FAIL Required test coverage of \S{1,12} not reached|(?:ERROR: )?Coverage failure: total of )/;
const CRASH = 'Fatal Python error: ';
const CLOSING = /^(?:\d{1,9} [a-z]+(?:, \d{1,9} [a-z]+)*|no tests ran|no tests collected \(\d{1,9} deselected\)|\d{1,9}\/\d{1,9} tests? collected \(\d{1,9} deselected\)(?:, \d{1,9} [a-z]+)*|\d{1,9} tests? collected(?:, \d{1,9} [a-z]+)*) in \d{1,9}(?:\.\d{1,6})?(?:s| seconds)(?: \([\d:]{1,12}\))?$/;
const LIMIT = 400;

/** `1 failed, 3 passed, 2 skipped in 0.10s`, with or without the rules of `=` around it. */
export const isPytestClosing = (title: string): boolean => title.length < LIMIT && isDigitOrN(title) && CLOSING.test(title);

/** Says what a closing line counts. Collected or deselected alone is nothing executed. */
export function sayPytestTotals(title: string, out: Out): void {
  const counts = countsIn(title);
  const passed = counts.of('passed');
  const failed = counts.of('failed', 'error', 'errors');
  const skipped = counts.of('skipped');
  const todo = counts.of('xfailed', 'xpassed');
  if (passed + failed > 0) out.say({ kind: 'totals', passed, failed, skipped });
  else out.say(todo > 0 ? { kind: 'closed', ok: true } : { kind: 'no-tests' });
  if (skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: skipped });
  if (todo > 0) out.say({ kind: 'soft', what: 'todo', amount: todo });
  if (counts.of('rerun') > 0) out.say({ kind: 'soft', what: 'flaky', amount: counts.of('rerun') });
  if (counts.of('warning', 'warnings') > 0) out.say({ kind: 'soft', what: 'warning', amount: counts.of('warning', 'warnings') });
}

const isDigitOrN = (line: string): boolean => line.startsWith('n') || (line.charCodeAt(0) >= 0x30 && line.charCodeAt(0) <= 0x39);

/** What makes the run red whatever its closing line says; `isBetween`: the line stands in a session, outside of quoted output. */
export function pytestGate(line: string, isBetween: boolean): string | null {
  if (COVERAGE.test(line)) return 'coverage';
  if (!isBetween) return null;
  if (TIMEOUT.test(line)) return 'timeout';
  const crash = line.indexOf(CRASH);
  return crash < 0 ? null : line.slice(crash, crash + 200);
}
