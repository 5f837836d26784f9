import type { Evidence, Finding, Rule, Run } from '../../model/index.js';
import { clean } from './explain.js';

const SAYS_GREEN = /^\s*(?:echo|printf|cat\s*<<|print|Write-(?:Host|Output))\b.*(?:\b\d+\s+(?:tests?|specs?|examples?|checks?)?\s*(?:pass(?:ed|ing)?|ok)\b|\b(?:tests?|suites?|specs?|checks?|build|lint)\b.{0,30}\b(?:pass(?:ed)?|green|ok|succeed\w*|success\w*)\b|\b0 (?:failed|failures|errors)\b|\bBUILD SUCCESS|\ball (?:green|good|tests?)\b)/i;

export const rule: Rule = {
  id: 'integrity/log-fabricated',
  docs: {
    title: 'The log contradicts itself or the change',
    why: 'A summary that was echoed, or that counts other tests than there are, was not written by a run.',
    fix: 'Run the checks, and hand over what they print.',
    since: '0.1.0',
  },
  *check(evidence) {
    for (const run of evidence.runs) {
      const says = evidence.runs.some(({ executed }) => executed) ? null : contradictionIn(run, evidence);
      if (says !== null) yield says;
    }
  },
};

function contradictionIn(run: Run, evidence: Evidence): Omit<Finding, 'rule'> | null {
  const { command } = run;
  const about = { source: 'verify_logs', ...(command === null ? {} : { evidence: `$ ${command.slice(0, 300)}` }) } as const;
  if (command !== null && SAYS_GREEN.test(command.slice(0, 1_000))) return { ...about, effect: 'block', message: `The log is fabricated: its summary was echoed by the command itself (\`${clean(command, 80)}\`), so no check ran. Run the checks, and hand over what they print` };
  const sums = run.facts.find((fact) => fact.kind === 'totals' && isOtherSum(fact.text, fact.passed + fact.failed + fact.skipped));
  if (sums !== undefined) return { ...about, effect: 'warn', message: `The log contradicts itself (fabricated or edited): \`${clean(sums.text, 80)}\` does not add up. Run the checks again` };
  return holdsFewer(run, evidence) ? { ...about, effect: 'warn', message: `The log counts fewer tests than the change adds (${evidence.tests.added.filter(({ isGroup }) => !isGroup).length}), so it contradicts the change and may be fabricated or older. Run the checks again` } : null;
}

/** jest: `Tests: 2 failed, 4 passed, 6 total`; Maven: `Tests run: 3, Failures: 0, Errors: 0, Skipped: 1`. */
function isOtherSum(text: string, sum: number): boolean {
  const total = /\bTests:\s.*\b(\d{1,7}) total\b/.exec(text)?.[1];
  return total !== undefined && Number(total) < sum;
}

/** One run, of one language, that knows all tests: they cannot be fewer than those which are new. */
function holdsFewer({ facts, command }: Run, { runs, tests, diff }: Evidence): boolean {
  const totals = facts.filter((fact) => fact.kind === 'totals');
  const [only] = totals;
  if (!diff.complete || command === null || runs.length !== 1 || totals.length !== 1 || only === undefined || facts.some(({ kind }) => kind === 'failure')) return false;
  const added = tests.added.filter(({ isGroup, isWhole }) => !isGroup && isWhole);
  if (added.length < 2 || new Set(added.map(({ file }) => file.language)).size !== 1 || /\s(?:-k|-t|-run|--filter|--grep|-g)\b|\.(?:test|spec)\.|_test\.|test_\w+\.py|packages\/|--workspace|-w |-p /.test(command)) return false;
  return only.passed + only.failed + only.skipped < added.length;
}
