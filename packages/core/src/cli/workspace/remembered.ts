import type { CommandResult, Run } from '../../model/index.js';
import { executed, pointOf } from '../../rules/verification/points.js';

/** What says that something was left out. */
const LEFT_OUT: ReadonlySet<string> = new Set(['skipped', 'todo', 'flaky']);

/** Whether a result may answer for a later run: it passed, it checked something, and it left nothing out. */
export function isRemembered({ exit, run }: CommandResult): boolean {
  return exit.code === 0 && exit.signal === null && !exit.timedOut && run.worth === 'check' && pointOf(run) === 'green' && !isSkipping(run);
}

/** As far as a summary tells: the same number of checks, the same ones skipped. */
export function isSameResult(one: CommandResult, other: CommandResult): boolean {
  return one.exit.code === other.exit.code && executed(one.run) === executed(other.run) && isSkipping(one.run) === isSkipping(other.run);
}

function isSkipping({ facts, omitted }: Run): boolean {
  return (omitted.soft ?? 0) > 0 || facts.some((fact) => (fact.kind === 'totals' && fact.skipped > 0) || (fact.kind === 'soft' && LEFT_OUT.has(fact.what)) || fact.kind === 'not-run');
}
