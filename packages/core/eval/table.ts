import type { CaseResult, EvalReport } from './run.js';

const KINDS = ['seeded', 'golden'] as const satisfies readonly CaseResult['kind'][];

/** What a person wants to see: counts by kind and verdict, then each case that is not as expected, then one line of sums. */
export function tableOf({ metrics, thresholds, cases }: EvalReport): string {
  const verdicts = [...new Set(cases.map(({ actual }) => actual.verdict))].sort();
  const rows = verdicts.map((verdict) => countsOf(verdict, cases.filter(({ actual }) => actual.verdict === verdict)));
  const wrong = cases.filter(({ passed }) => !passed);
  return [
    lineOf(['verdict', ...KINDS, 'as expected']),
    ...[...rows, countsOf('all', cases)].map(lineOf),
    '',
    ...wrong.map(({ id, failures }) => `${id}: ${failures.join(', ')}`),
    `${metrics.cases} cases, ${wrong.length} not as expected, verdictAgreement ${metrics.verdictAgreement} (at least ${thresholds.verdictAgreement}), falsePositiveRate ${metrics.falsePositiveRate} (at most ${thresholds.falsePositiveRate})`,
    '',
  ].join('\n');
}

function countsOf(name: string, cases: readonly CaseResult[]): string[] {
  const ofKind = KINDS.map((kind) => cases.filter((one) => one.kind === kind).length);
  return [name, ...ofKind.map(String), String(cases.filter(({ passed }) => passed).length)];
}

const lineOf = ([name = '', ...counts]: readonly string[]): string => `${name.padEnd(22)}${counts.map((count) => count.padStart(12)).join('')}`;
