import type { Notice, Receipt } from '../../model/index.js';
import { briefly } from '../../text/one-line.js';

interface Reused {
  /** Why nothing could be answered from memory; null when nothing spoke against it. */
  readonly why: string | null;
  readonly used: readonly Receipt[];
  /** Receipts that a new run contradicted. */
  readonly voided: readonly Receipt[];
}

const NAMED = 3;

/** What is to be said of results that were, or were not, taken from an earlier run. */
export function reuseFindings({ why, used, voided }: Reused): Notice[] {
  const found: Notice[] = voided.map(({ result: { command }, runId, created }) => ({
    rule: 'run/receipts-void', effect: 'warn', source: 'verify_logs', evidence: `$ ${briefly(command)}\nrun ${runId}, ${created}`,
    message: `On this very tree \`${briefly(command)}\` gave another result in run ${runId}, so all that was remembered of it is void. Let it depend on nothing but the tree, or name what it depends on in \`reuse.env\``,
  }));
  if (used.length > 0) {
    const names = used.slice(0, NAMED).map(({ result: { command } }) => `\`${briefly(command)}\``).join(', ');
    found.push({
      rule: 'run/reused', effect: 'note', source: 'verify_logs', evidence: used.map(({ result: { command }, runId, created }) => `$ ${briefly(command)}\nreused from run ${runId}, ${created}`).join('\n'),
      message: `${used.length === 1 ? 'One command was' : `${used.length} commands were`} not run again, since ${used.length === 1 ? 'its result' : 'the result'} on this very tree is known: ${names}${used.length > NAMED ? ', …' : ''}`,
    });
  }
  if (why !== null) found.push({ rule: 'run/reused', effect: 'note', source: 'system', message: `Nothing was reused: ${why}` });
  return found;
}
