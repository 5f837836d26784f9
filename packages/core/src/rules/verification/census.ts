import type { Evidence, LogFact, Run } from '../../model/index.js';

/** What a run says of its tests, in numbers and, where the log names them, by name. */
export interface Census {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** How often each name passed; null: the log does not name all of them. */
  readonly names: ReadonlyMap<string, number> | null;
  readonly failures: readonly Failure[];
}

export type Failure = Extract<LogFact, { kind: 'failure' }>;

/** One check at the base and in the change. */
export interface Compared {
  readonly run: Run;
  readonly base: Run;
  readonly now: Census | null;
  readonly before: Census;
}

const LEFT_OUT: ReadonlySet<string> = new Set(['skipped', 'todo']);

/** null: no tool counted anything. */
export function censusOf(run: Run): Census | null {
  const totals = run.facts.filter((fact) => fact.kind === 'totals');
  if (totals.length === 0) return null;
  const sum = (key: 'passed' | 'failed' | 'skipped') => totals.reduce((amount, fact) => amount + fact[key], 0);
  const soft = run.facts.reduce((amount, fact) => amount + (fact.kind === 'soft' && LEFT_OUT.has(fact.what) ? fact.amount : 0), 0);
  const isNamed = !run.passed.cut && run.passed.count === sum('passed') && run.passed.names.length === run.passed.count;
  return {
    passed: sum('passed'), failed: sum('failed'), skipped: Math.max(sum('skipped'), soft),
    names: isNamed ? counted(run.passed.names) : null,
    failures: failuresIn(run),
  };
}

/** The tests that failed, as a tool that is known names them. */
export function failuresIn({ facts }: Run): Failure[] {
  return facts.filter((fact): fact is Failure => fact.kind === 'failure' && fact.tool !== 'unknown');
}

/** The checks whose run at the base says something of its tests, with the same check of the change. */
export function comparedIn({ runs, trials }: Pick<Evidence, 'runs' | 'trials'>): Compared[] {
  const left = runs.filter(({ executed, command }) => executed && command !== null);
  return (trials?.base?.runs ?? []).flatMap((base): Compared[] => {
    const at = left.findIndex(({ command }) => command === base.command);
    const [run] = at < 0 ? [] : left.splice(at, 1);
    const before = censusOf(base);
    return run === undefined || before === null ? [] : [{ run, base, before, now: censusOf(run) }];
  });
}

/** `calc > adds`, `a.py::TestCalc::test_adds`, `calc › adds`: a failure may be told with more before its name than a passed test. */
export const lastOf = (name: string): string => name.split(/ [>›] |::/).at(-1)?.trim() ?? name;

/** Names that passed before and neither pass nor fail now, each as often as it is missing; null: they are not all known. */
export function lostNames({ now, before }: Compared): string[] | null {
  if (now === null || now.names === null || before.names === null) return null;
  const failed = new Set(now.failures.map(({ name }) => lastOf(name)));
  return missing(before.names, now.names).filter((name) => !failed.has(lastOf(name)));
}

/** Names that pass now and did not pass before. */
export function gainedNames({ now, before }: Compared): string[] {
  return now === null || now.names === null || before.names === null ? [] : missing(now.names, before.names);
}

function missing(from: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] {
  return [...from].flatMap(([name, times]) => Array.from({ length: Math.max(0, times - (other.get(name) ?? 0)) }, () => name));
}

function counted(names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}
