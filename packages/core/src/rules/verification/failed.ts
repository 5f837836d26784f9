import type { Exit, LogFact, Rule, Run, Trials } from '../../model/index.js';
import { lastOf } from './census.js';
import { isRedStatus, pointOf, redFacts } from './points.js';
import { briefly } from '../../text/one-line.js';

const QUOTED = 3;

export const rule: Rule = {
  id: 'verification/failed',
  docs: {
    title: 'A check failed',
    why: 'A red check is the one thing that a gate must never let through. The exit status decides first, then the closing statement of the tool that ran, then the gates after it, such as a coverage threshold.',
    fix: 'Run the named command again, fix what its first failure names, and hand over the whole new log.',
    since: '0.1.0',
  },
  *check({ runs, trials }) {
    const told = new Set<string>();
    for (const [index, run] of runs.entries()) {
      if (pointOf(run) !== 'red' || couldNotStart(run) || isRerunGreen(runs, index)) continue;
      const facts = redFacts(run).filter(({ kind }) => kind !== 'not-run');
      if (facts.length === 0 && !isRedStatus(run)) continue;
      const said = sayItOnce(facts);
      // A result file names the failures that a log has named.
      if (run.exit === null && said.every((fact) => fact.kind === 'failure' && told.has(lastOf(fact.name)))) continue;
      for (const fact of said) if (fact.kind === 'failure') told.add(lastOf(fact.name));
      yield findingOf(run, said, baseOf(run, trials));
    }
  },
};

/** The same command at the base, where it was run there. */
const baseOf = ({ command, executed }: Run, trials: Trials | undefined): Run | null =>
  (executed ? trials?.base?.runs.find((base) => base.command === command && !couldNotStart(base)) : undefined) ?? null;

/** The shell's own statuses for a command that was not found or not executable. */
export const couldNotStart = ({ exit }: Run): boolean => exit?.code === 126 || exit?.code === 127;

// The same command ran again later and passed: what stands at the end counts. Not of two runs of our own, on the same files: one
// of them failed.
export const isRerunGreen = (runs: readonly Run[], index: number): boolean => {
  const run = runs[index];
  const command = run?.command;
  return run?.executed === false && command !== null && command !== undefined && runs.slice(index + 1).some((later) => later.command === command && pointOf(later) === 'green');
};

// The named failures say the most, then places, gates, totals; one cause is said once.
function sayItOnce(facts: readonly LogFact[]): readonly LogFact[] {
  for (const kind of ['failure', 'diagnostic', 'gate', 'totals', 'closed'] as const) {
    const said = facts.filter((fact) => fact.kind === kind);
    if (said.length > 0) return said;
  }
  return facts;
}

function findingOf(run: Run, failed: readonly LogFact[], base: Run | null) {
  const before = base === null ? null : new Set(base.facts.flatMap((fact) => (fact.kind === 'failure' ? [lastOf(fact.name)] : [])));
  const isOld = (fact: LogFact) => fact.kind === 'failure' && before?.has(lastOf(fact.name)) === true;
  // What is new comes first.
  const facts = before === null ? failed : [...failed.filter((fact) => !isOld(fact)), ...failed.filter(isOld)];
  const [first] = facts;
  const place = first && (first.kind === 'failure' || first.kind === 'diagnostic') && first.file !== null ? { file: first.file, line: first.line ?? 0 } : null;
  const what = first ? `${nameOf(first)}${place ? ` (${place.file}${place.line > 0 ? `:${place.line}` : ''})` : ''}` : '';
  const who = run.command === null ? 'A check' : `\`${briefly(run.command)}\``;
  const how = run.exit && isRedStatus(run) ? describe(run.exit) : 'failed';
  const more = facts.length > 1 ? ` and ${facts.length - 1} more` : '';
  const quoted = [...new Set(facts.slice(0, QUOTED).map(({ text }) => text))].join('\n');
  return {
    effect: 'block' as const,
    source: 'verify_logs' as const,
    message: `${who} ${how}${what === '' ? '' : `: ${what}${more}`}. Fix it and run the command again.${base === null ? '' : sinceBase(base, facts, facts.filter(isOld).length)}`,
    ...(quoted === '' ? statusOf(run) : { evidence: quoted }),
    ...(place ? { at: place } : {}),
  };
}

/** What the same command said at the base. */
function sinceBase(base: Run, facts: readonly LogFact[], old: number): string {
  if (pointOf(base) !== 'red') return pointOf(base) === 'green' ? ' At the base it passed, so this is new.' : '';
  const named = facts.filter(({ kind }) => kind === 'failure').length;
  if (named === 0) return ' At the base it failed as well.';
  return old === named ? ` At the base ${named === 1 ? 'this failed' : 'all of this failed'} as well.` : ` ${named - old} of ${named === 1 ? 'it' : `the ${named}`} did not fail at the base.`;
}

const statusOf = ({ command, exit }: Run) => (exit ? { evidence: [command === null ? '' : `$ ${command}`, describe(exit)].filter(Boolean).join('\n') } : {});

function nameOf(fact: LogFact): string {
  if (fact.kind === 'totals') return `${fact.failed} failed, ${fact.passed} passed`;
  return briefly(fact.kind === 'failure' || fact.kind === 'gate' ? fact.name : fact.text);
}

const describe = ({ code, signal, timedOut, durationMs }: Exit): string => {
  if (timedOut) return durationMs === null ? 'timed out' : `timed out after ${durationMs} ms`;
  if (signal !== null) return `was ended by ${signal}`;
  return code === null ? 'failed' : `exited with code ${code}`; // somebody else ran it, and says no more
};
