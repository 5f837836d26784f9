import type { Docs, LogFact, Rule, Run, Soft } from '../../model/index.js';

interface SoftRule {
  readonly id: string;
  readonly docs: Docs;
  readonly kinds: readonly Soft[];
  /** What to say of the number: `3 tests were skipped`. */
  readonly says: (amount: number) => string;
  readonly todo: string;
}

/** One warning with the number, whatever the number of lines and runs. */
export const defineSoft = ({ id, docs, kinds, says, todo }: SoftRule): Rule => ({
  id,
  docs,
  *check({ runs }) {
    const facts = runs.flatMap((run) => run.facts.filter((fact) => amountOf(fact, run, kinds) > 0 && isHeard(fact, run)).map((fact) => ({ text: fact.text, amount: amountOf(fact, run, kinds) })));
    const amount = facts.reduce((sum, fact) => sum + fact.amount, 0);
    if (amount === 0) return;
    yield { effect: 'warn', source: 'verify_logs', message: `${says(amount)}. ${todo}`, evidence: [...new Set(facts.slice(0, 3).map(({ text }) => text))].join('\n') };
  },
});

// A tool that says its skipped tests only in its summary is heard there; one that also lists them is not counted twice.
function amountOf(fact: LogFact, run: Run, kinds: readonly Soft[]): number {
  if (fact.kind === 'soft') return kinds.includes(fact.what) ? fact.amount : 0;
  if (fact.kind !== 'totals' || !kinds.includes('skipped')) return 0;
  return run.facts.some((other) => other.tool === fact.tool && other.kind === 'soft' && kinds.includes(other.what)) ? 0 : fact.skipped;
}

// Loose words are silent when the status is known, or when a tool that can be read closed the run.
const isHeard = (fact: LogFact, run: Run): boolean =>
  fact.tool !== 'unknown' || (run.exit === null && !run.facts.some((other) => other.tool !== 'unknown' && (other.kind === 'totals' || other.kind === 'closed')));
