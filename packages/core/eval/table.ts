import { NO_VERDICT, WORDS } from './breakdown.js';
import type { Corpus } from './model.js';
import type { EvalReport } from './report.js';
import { type CaseResult, isOwed } from './result.js';
import type { Share } from './share.js';

const WIDTH = 12;
const NAMES: Readonly<Record<Corpus, string>> = { texts: 'cases of texts', repositories: 'repositories' };
const MOST_STACKS = 40;

/** What a person wants to see: expected against said, the stacks, each case that is not as expected, and the figures. */
export function tableOf(report: EvalReport): string {
  const { confusion, stacks, cases, texts, repositories, objections, debt } = report;
  const wrong = cases.filter(({ passed }) => !passed);
  const shown = stacks.filter((row) => row.wrong.length > 0 || stacks.length <= MOST_STACKS);
  return [
    ...confusion.flatMap(({ corpus, counts }) => [
      lineOf([`${NAMES[corpus]}: expected ↓`, ...WORDS[corpus].map(short), ...(hasNone(counts) ? [NO_VERDICT] : [])]),
      ...WORDS[corpus].map((word) => lineOf([word, ...[...WORDS[corpus], ...(hasNone(counts) ? [NO_VERDICT] : [])].map((said) => String(counts[word]?.[said] ?? 0))])),
      '',
    ]),
    ...(shown.length === 0 ? [] : [lineOf(['stack', 'cases', 'as expected']), ...shown.map(({ stack, asExpected }) => lineOf([stack, String(asExpected.of), String(asExpected.part)])), '']),
    ...(shown.length < stacks.length ? [`${stacks.length - shown.length} more stacks, all as expected`, ''] : []),
    ...wrong.map(sentenceOf),
    ...debt.paid.map((id) => `${id}: the debt is paid, take its declaration out`),
    ...(texts.raw.cases === 0 ? [] : [`texts: ${figures(texts.raw.shares, texts.adjusted.shares)}`]),
    ...(repositories.raw.cases === 0 ? [] : [`repositories: ${figures(repositories.raw.shares, repositories.adjusted.shares)}`]),
    ...objections.map((objection) => `not passed: ${objection}`),
    `${cases.length} cases, ${wrong.length - debt.open.length} not as expected${debt.open.length === 0 ? '' : `, ${debt.open.length} of declared debt`}`,
    '',
  ].join('\n');
}

const sentenceOf = (one: CaseResult): string => `${one.id}: ${one.failures.join(', ')}${isOwed(one) ? ` (declared debt${one.debt === undefined ? '' : ` of ${one.debt.owner}: ${one.debt.followUp}`})` : ''}`;

function figures(raw: Readonly<Record<string, Share>>, adjusted: Readonly<Record<string, Share>>): string {
  return Object.entries(raw).map(([name, { share, part, of }]) => {
    const other = adjusted[name]?.share ?? share;
    return `${name} ${share} (${part} of ${of}${other === share ? '' : `; ${other} without declared debt`})`;
  }).join(', ');
}

const hasNone = (counts: Readonly<Record<string, Readonly<Record<string, number>>>>): boolean => Object.values(counts).some((row) => (row[NO_VERDICT] ?? 0) > 0);
const short = (word: string): string => word.replace('open_pr_with_warning', 'with_warning');
const lineOf = ([name = '', ...counts]: readonly string[]): string => `${name.padEnd(28)}${counts.map((count) => count.padStart(WIDTH + 2)).join('')}`;
