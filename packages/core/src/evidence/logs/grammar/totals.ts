import type { Out } from '../../../model/index.js';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
  readonly todo?: number;
  /** Passed after a retry. Not part of `passed`. */
  readonly flaky?: number;
  /** Files or suites that failed as a whole: red, even when every test that ran was green. */
  readonly broken?: number;
  /** The summary line, when it is not the line that is being read. */
  readonly text?: string;
  readonly from?: number;
}

/** Says a runner's summary: the totals, one soft fact for each kind of test that did not count, and that nothing was executed. */
export function sayTally(out: Out, { passed, failed, skipped = 0, todo = 0, flaky = 0, broken = 0, ...place }: Tally): void {
  out.say({ kind: 'totals', passed: passed + flaky, failed, skipped: skipped + todo, ...place });
  if (skipped > 0) out.say({ kind: 'soft', what: 'skipped', amount: skipped, ...place });
  if (todo > 0) out.say({ kind: 'soft', what: 'todo', amount: todo, ...place });
  if (flaky > 0) out.say({ kind: 'soft', what: 'flaky', amount: flaky, ...place });
  if (failed === 0 && broken > 0) out.say({ kind: 'gate', name: broken === 1 ? '1 test file failed to run' : `${broken} test files failed to run`, ...place });
  else if (passed + failed + flaky === 0) out.say({ kind: 'no-tests', ...place });
}

/** Something that is red whatever the summary says. Returns true, as the reducer that claims the line does. */
export function sayRedGate(out: Out, name: string): true {
  out.say({ kind: 'gate', name });
  return true;
}
