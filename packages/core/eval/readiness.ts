import type { StackRow } from './breakdown.js';
import { matrixOf } from './matrix.js';
import type { EvalReport } from './report.js';
import { type CaseResult, isOwed } from './result.js';
import type { Share } from './share.js';

const SLOWEST = 10;
const WEAKEST = 10;

const MEANS: Readonly<Record<string, string>> = {
  verdictAgreement: 'as expected',
  falsePositiveRate: 'findings that no case expects or allows, of all findings told',
  wronglyOpened: 'bad changes that were let through',
  wronglyStopped: 'good changes that were blocked or asked about',
  recall: 'bad changes that were blocked or asked about',
  fpRate: 'good changes that were blocked or asked about',
};

/** `docs/readiness.md`: everything above "Times" is the same whenever the same commit is measured. */
export function readinessPage(report: EvalReport): string {
  const { about, passed, objections, confusion, stacks, cases, texts, repositories } = report;
  return [
    '# Readiness',
    '',
    '<!-- Written by `pnpm eval --report docs/readiness.md`. Do not edit. -->',
    '',
    `What verifier ${about.version} at commit ${about.commit} says of ${cases.length} labelled cases, measured with node ${about.node} on ${about.platform}.`,
    'The same commit gives the same page, but for the last section. [EVAL.md](EVAL.md) explains cases, figures and gates.',
    '',
    passed ? '**The gate is open**: every case is as expected or declared as debt, and all thresholds hold.' : `**The gate is closed**: ${objections.join(', ')}.`,
    '',
    '## Figures',
    '',
    'In brackets the 95 % interval (Wilson). "Adjusted" leaves out the cases that fail as their declared debt says.',
    '',
    '| corpus | figure | raw | adjusted |',
    '| --- | --- | --- | --- |',
    ...figureRows('texts', texts.raw.shares, texts.adjusted.shares),
    ...figureRows('repositories', repositories.raw.shares, repositories.adjusted.shares),
    '',
    '## What was expected, and what was said',
    '',
    'A case that accepts several verdicts is counted where it was answered.',
    '',
    ...confusion.flatMap((one) => [one.corpus === 'texts' ? 'Cases of texts:' : 'Repositories:', '', ...matrixOf(one), '']),
    '## Stacks',
    '',
    `The ${WEAKEST} weakest: where something is wrong, and then where so few cases are right that the interval is widest.`,
    '',
    ...stackTable(weakest(stacks).slice(0, WEAKEST)),
    '',
    `All ${stacks.length}:`,
    '',
    ...stackTable(stacks),
    '',
    '## Not as expected',
    '',
    ...wrongLines(cases.filter((one) => !one.passed && !isOwed(one))),
    '',
    '## Declared debt',
    '',
    ...debtLines(cases),
    '',
    '## Times',
    '',
    `Measured on ${about.at}; ${(report.wallClockMs / 1000).toFixed(1)} s in all.`,
    '',
    `| the ${SLOWEST} slowest stacks | cases | mean ms |`,
    '| --- | ---: | ---: |',
    ...[...stacks].sort((a, b) => b.meanMs - a.meanMs).slice(0, SLOWEST).map(({ stack, asExpected, meanMs }) => `| ${stack} | ${asExpected.of} | ${meanMs} |`),
    '',
  ].join('\n');
}

function figureRows(corpus: string, raw: Readonly<Record<string, Share>>, adjusted: Readonly<Record<string, Share>>): string[] {
  return Object.entries(raw).map(([name, share]) => `| ${corpus} | \`${name}\`: ${MEANS[name] ?? name} | ${shown(share)} | ${shown(adjusted[name] ?? share)} |`);
}

const shown = ({ share, part, of, interval: [low, high] }: Share): string => `${share} = ${part} of ${of} (${low} to ${high})`;

const weakest = (stacks: readonly StackRow[]): StackRow[] => [...stacks].sort((a, b) => a.asExpected.share - b.asExpected.share || a.asExpected.interval[0] - b.asExpected.interval[0] || (a.stack < b.stack ? -1 : 1));

function stackTable(rows: readonly StackRow[]): string[] {
  return ['| stack | cases | as expected | interval |', '| --- | ---: | ---: | --- |', ...rows.map(({ stack, asExpected: { part, of, interval: [low, high] } }) => `| ${stack} | ${of} | ${part} | ${low} to ${high} |`)];
}

function wrongLines(wrong: readonly CaseResult[]): string[] {
  return wrong.length === 0 ? ['None.'] : wrong.map(({ id, failures }) => `- \`${id}\`: ${failures.map(inOneLine).join(', ')}`);
}

function debtLines(cases: readonly CaseResult[]): string[] {
  const rows = cases.flatMap(({ id, passed, failures, debt }) => (debt === undefined ? [] : [`| \`${id}\` | ${passed ? 'paid: take the declaration out' : failures.map(inOneLine).join(', ')} | ${debt.owner} | ${debt.reason} | ${debt.followUp} |`]));
  return rows.length === 0 ? ['None.'] : ['| case | what differs | owner | why | what follows |', '| --- | --- | --- | --- | --- |', ...rows];
}

// A sentence of a failing case may quote anything.
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
