import type { Evidence, LogFact, Run } from '../../model/index.js';

/**
 * Which way a run points, the first that applies: `red` (block), `unfinished` (a runner that never closed), `empty` (nothing
 * was executed), `green` (positive evidence), `unknown` (nothing is known: masked, trivial, or text that says nothing).
 */
export type Point = 'red' | 'unfinished' | 'empty' | 'green' | 'unknown';

const UNKNOWN_TOOL = 'unknown';
const WRAPPERS = ['tox', 'maven', 'gradle'];
const isKnown = ({ tool }: LogFact) => tool !== UNKNOWN_TOOL;
const isClosing = (fact: LogFact) => fact.kind === 'totals' || fact.kind === 'closed';

export const isRedStatus = ({ exit }: Run): boolean => exit !== null && (exit.code !== 0 || exit.signal !== null || exit.timedOut);

export function pointOf(run: Run): Point {
  if (isRedStatus(run) || redFacts(run).length > 0) return 'red';
  const known = run.facts.filter(isKnown);
  if (known.some(({ kind }) => kind === 'unfinished') && !isClosedInWords(run)) return 'unfinished';
  if (doubtOf(run)) return 'unfinished';
  if (executed(run) === 0) return 'empty';
  if (run.exit) return run.worth === 'check' || (run.worth === 'permissive' && (executed(run) ?? 0) > 0) ? 'green' : 'unknown';
  return run.worth !== 'trivial' && run.worth !== 'masked' && run.facts.some(isGreen) ? 'green' : 'unknown';
}

/** The facts that make a run red whatever its status. Words that no tool claimed count only when no status and no later summary says better. */
export function redFacts(run: Run): LogFact[] {
  const known = run.facts.filter((fact) => isKnown(fact) && isRed(fact, run));
  const lastClosing = run.facts.findLastIndex((fact) => isKnown(fact) && isClosing(fact));
  const loose = run.exit === null || run.exit.code === null ? run.facts.filter((fact, index) => !isKnown(fact) && index > lastClosing && isRed(fact, run)) : [];
  return [...known, ...loose, ...run.facts.filter((fact) => !isKnown(fact) && fact.kind === 'not-run' && run.exit === null && !loose.includes(fact))];
}

// A fragment may name what passed and close in its own words, without the tool's summary.
// What a wrapper runs may close in words, too: they do not close the wrapper.
const isClosedInWords = ({ exit, facts }: Run): boolean =>
  exit === null && facts.findLast(isClosing)?.tool === UNKNOWN_TOOL && !facts.some(({ kind, tool }) => kind === 'unfinished' && WRAPPERS.includes(tool));

/** Words that take the word of another line away: only a part passed, or trouble behind it. A status, a tool's own closing or later totals say better. */
export function doubtOf({ exit, facts }: Run): LogFact | undefined {
  if (exit !== null || facts.some((fact) => isKnown(fact) && isGreen(fact))) return undefined;
  const at = facts.findLastIndex((fact) => !isKnown(fact) && fact.kind === 'unfinished');
  return facts.slice(at + 1).some((fact) => fact.kind === 'totals' && isGreen(fact)) ? undefined : facts[at];
}

/** Checks that were executed, by the tools' own summaries; null when no tool counts. */
export function executed(run: Run): number | null {
  const totals = run.facts.filter((fact) => fact.kind === 'totals');
  const closings = run.facts.filter((fact) => fact.kind === 'closed' && fact.ok && isKnown(fact));
  if (totals.length === 0) return run.facts.some(({ kind }) => kind === 'no-tests') && closings.length === 0 ? 0 : null;
  return totals.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
}

export const hasPositive = ({ runs }: Pick<Evidence, 'runs'>): boolean => runs.some((run) => pointOf(run) === 'green');

const isGreen = (fact: LogFact): boolean => (fact.kind === 'totals' && fact.passed > 0 && fact.failed === 0) || (fact.kind === 'closed' && fact.ok);

function isRed(fact: LogFact, run: Run): boolean {
  switch (fact.kind) {
    case 'gate':
    case 'not-run':
      return true;
    case 'totals':
      return fact.failed > 0;
    case 'closed':
      return !fact.ok;
    case 'diagnostic':
      return fact.level === 'error' && !isOutranked(fact, run);
    case 'failure':
      return !isOutranked(fact, run);
    default:
      return false;
  }
}

// A tool's own green summary outranks its single lines: a retried test, an expected failure.
const isOutranked = (fact: LogFact, run: Run): boolean => fact.tool !== UNKNOWN_TOOL && run.facts.some((other) => other.tool === fact.tool && isGreen(other));
