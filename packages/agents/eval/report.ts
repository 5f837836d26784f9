import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bars, failuresOf, metricsOf, type Outcome, requiringRefutation, seenByReading } from './figures.js';
import { type Corpus, readCorpus, ROOT } from './recordings.js';
import { replay } from './replay.js';

/** What runs with every change: two that have to be stopped and one that has to be let through. */
const SMOKE = ['sb-001', 'sb-003', 'sb-008'];

export type Mode = 'smoke' | 'full';
export type Gate = 'on' | 'off';

/** Replays the recordings with refutation off and on, and holds the chosen one against the bars. The same files give the same report. */
export async function semanticReport(mode: Mode, gateMode: Gate) {
  const corpus = readCorpus(mode === 'smoke' ? SMOKE : null);
  const outcomes: Outcome[] = [];
  for (const one of corpus.cases) outcomes.push({ one, off: await replay(one, 'off'), on: await replay(one, 'on') });
  const bars = semanticBars();
  const metrics = { on: metricsOf(outcomes, 'on'), off: metricsOf(outcomes, 'off') };
  const thresholdFailures = [...failuresOf(metrics[gateMode], bars), ...gapsOf(corpus)];
  return {
    schemaVersion: 1, mode, gateMode, passed: thresholdFailures.length === 0, recordedBy: 'hand', cases: outcomes.length, metrics, thresholds: bars, thresholdFailures,
    refutationOffThresholdFailures: failuresOf(metrics.off, bars),
    cleanCasesRequiringRefutation: requiringRefutation(outcomes),
    seenByReading: seenByReading(outcomes),
    unmeasured: corpus.unmeasured,
    results: outcomes.map(({ one, off, on }) => ({ id: one.id, expected: one.expected, core: one.core, off: off.verdict, on: on.verdict, passed: one.expected.includes(on.verdict) })),
  };
}

export function semanticBars(): Bars {
  const { semantic } = JSON.parse(readFileSync(path.join(ROOT, 'eval/thresholds.json'), 'utf8')) as { semantic: Bars };
  return semantic;
}

function gapsOf({ unrecorded, cases }: Corpus): string[] {
  return [...unrecorded.map((id) => `${id} has no recording in fixtures/semantic`), ...(cases.length === 0 ? ['there is no case to replay'] : [])];
}
