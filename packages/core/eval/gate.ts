import type { Figures, RepositoryMetrics, TextMetrics } from './metrics.js';
import type { CaseResult } from './result.js';
import { isOwed } from './result.js';
import type { Bars } from './thresholds.js';

/** Whether a figure has to be at least or at most what is written down. */
const AT_LEAST: ReadonlySet<string> = new Set(['verdictAgreement', 'recall']);

/** Why the run does not pass, one sentence each; nothing when it does. `bars` null: a shard, whose shares say little. */
export function objectionsOf(results: readonly CaseResult[], texts: Figures<TextMetrics>, repositories: Figures<RepositoryMetrics>, bars: Bars | null): string[] {
  const wrong = results.filter((one) => !one.passed && !isOwed(one)).length;
  const objections = wrong === 0 ? [] : [`${wrong} of ${results.length} cases ${wrong === 1 ? 'is' : 'are'} not as expected`];
  if (bars === null) return objections;
  for (const side of ['raw', 'adjusted'] as const) {
    if (texts[side].cases > 0) objections.push(...missed(`texts, ${side}`, texts[side], bars[side].texts));
    if (repositories[side].cases > 0) objections.push(...missed(`repositories, ${side}`, repositories[side], bars[side].repositories));
  }
  return objections;
}

function missed<T extends Readonly<Record<string, number>>>(name: string, figures: { readonly [K in keyof T]: number }, bars: T): string[] {
  return Object.keys(bars).flatMap((key) => {
    const bar = bars[key] ?? 0;
    const value = figures[key] ?? 0;
    const least = AT_LEAST.has(key);
    return (least ? value >= bar : value <= bar) ? [] : [`${name}: ${key} ${value} is not ${least ? 'at least' : 'at most'} ${bar}`];
  });
}
