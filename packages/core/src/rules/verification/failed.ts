import type { Exit, LogFact, Rule, Run } from '../../model/index.js';
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
  *check({ runs }) {
    const told = new Set<string>();
    for (const [index, run] of runs.entries()) {
      if (pointOf(run) !== 'red' || couldNotStart(run) || isRerunGreen(runs, index)) continue;
      const facts = redFacts(run).filter(({ kind }) => kind !== 'not-run');
      if (facts.length === 0 && !isRedStatus(run)) continue;
      const said = sayItOnce(facts);
      // A result file names the failures that a log has named.
      if (run.exit === null && said.every((fact) => fact.kind === 'failure' && told.has(lastOf(fact.name)))) continue;
      for (const fact of said) if (fact.kind === 'failure') told.add(lastOf(fact.name));
      yield findingOf(run, said);
    }
  },
};

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

// `calc > adds`, `a.py::TestCalc::test_adds`, `calc › adds`: runner and report differ in what they put before a name.
const lastOf = (name: string): string => name.split(/ [>›] |::/).at(-1)?.trim() ?? name;

function findingOf(run: Run, facts: readonly LogFact[]) {
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
    message: `${who} ${how}${what === '' ? '' : `: ${what}${more}`}. Fix it and run the command again.`,
    ...(quoted === '' ? statusOf(run) : { evidence: quoted }),
    ...(place ? { at: place } : {}),
  };
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
