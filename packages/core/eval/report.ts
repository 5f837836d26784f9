import { type Confusion, confusionOf, type StackRow, stackRows } from './breakdown.js';
import { objectionsOf } from './gate.js';
import { type Figures, type RepositoryMetrics, repositoryFigures, type TextMetrics, textFigures } from './metrics.js';
import { CORPORA } from './model.js';
import { type CaseResult, isOwed } from './result.js';
import type { Bars } from './thresholds.js';

/** What was measured, with what. */
export interface About {
  readonly version: string;
  readonly commit: string;
  readonly node: string;
  readonly platform: string;
  /** ISO time. */
  readonly at: string;
}

export interface Shard {
  readonly index: number;
  readonly of: number;
}

export interface EvalReport {
  readonly schemaVersion: 1;
  /** Every case as expected, or owed, and all thresholds held. */
  readonly passed: boolean;
  readonly objections: readonly string[];
  /** Of the cases made of texts, with declared debt counted. */
  readonly metrics: TextMetrics;
  readonly texts: Figures<TextMetrics>;
  readonly repositories: Figures<RepositoryMetrics>;
  readonly thresholds: Bars;
  readonly confusion: readonly Confusion[];
  readonly stacks: readonly StackRow[];
  /** Cases that fail as their declared debt says, and those whose debt is paid. */
  readonly debt: { readonly open: readonly string[]; readonly paid: readonly string[] };
  readonly about: About;
  /** The corpora of this repository, and all of them. */
  readonly isOwn: boolean;
  readonly shard?: Shard;
  readonly wallClockMs: number;
  readonly cases: readonly CaseResult[];
}

export interface Run {
  readonly results: readonly CaseResult[];
  readonly bars: Bars;
  readonly about: About;
  readonly isOwn: boolean;
  readonly wallClockMs: number;
  readonly shard?: Shard;
}

/** Sums up. Pure: the same results give the same report. */
export function reportOf({ results, bars, about, isOwn, wallClockMs, shard }: Run): EvalReport {
  const [texts, repositories] = CORPORA.map((corpus) => results.filter((one) => one.corpus === corpus)) as [CaseResult[], CaseResult[]];
  const figures = { texts: textFigures(texts), repositories: repositoryFigures(repositories) };
  const objections = objectionsOf(results, figures.texts, figures.repositories, shard === undefined ? bars : null);
  return {
    schemaVersion: 1,
    passed: objections.length === 0,
    objections,
    metrics: figures.texts.raw,
    ...figures,
    thresholds: bars,
    confusion: CORPORA.flatMap((corpus) => (corpus === 'texts' ? texts : repositories).length === 0 ? [] : [confusionOf(corpus, corpus === 'texts' ? texts : repositories)]),
    stacks: stackRows(results),
    debt: {
      open: results.filter(isOwed).map(({ id }) => id),
      paid: results.filter(({ passed, debt }) => passed && debt !== undefined).map(({ id }) => id),
    },
    about,
    isOwn,
    ...(shard === undefined ? {} : { shard }),
    wallClockMs,
    cases: results,
  };
}
