import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aboutThis } from './about.js';
import { mergedReport } from './merge.js';
import { type EvalCase, HarnessError } from './model.js';
import { type Options, optionsOf, OWN_CORPORA, ROOT } from './options.js';
import { judgeAll } from './pool.js';
import { progressOn } from './progress.js';
import { readCorpus } from './read-corpus.js';
import { type EvalReport, reportOf, type Shard } from './report.js';
import { resultOf } from './result.js';
import { tableOf } from './table.js';
import { externalBars, ownBars, readThresholds } from './thresholds.js';

const METRICS = path.join(ROOT, 'fixtures/metrics.json');

/** `pnpm eval`, as docs/EVAL.md describes it. 0: all as expected; 1: the gate says no; 2: the harness could not do its work. */
export async function evalMain(words: readonly string[]): Promise<number> {
  try {
    const options = optionsOf(words);
    const report = options.merge === null ? await measured(options) : mergedReport(options.merge);
    await written(report, options);
    return report.passed ? 0 : 1;
  } catch (error) {
    const known = error instanceof HarnessError || (error instanceof Error && 'code' in error);
    console.error(`eval: ${known || !(error instanceof Error) ? (error as Error).message : (error.stack ?? error.message)}`);
    return 2;
  }
}

async function measured({ corpora, isOwn, only, shard, jobs }: Options): Promise<EvalReport> {
  const thresholds = readThresholds();
  const bars = isOwn ? ownBars(thresholds) : externalBars(thresholds);
  const folders = isOwn ? OWN_CORPORA : corpora;
  const cases = partOf(chosen(readCorpus(folders), only), shard);
  if (isOwn) refuseHidden(cases);
  const about = aboutThis();
  const began = performance.now();
  const progress = progressOn(process.stderr, process.env, cases.length);
  const outcomes = await judgeAll(cases, jobs, progress.at).finally(progress.end);
  const results = cases.flatMap((one, at) => { const outcome = outcomes[at]; return outcome === undefined ? [] : [resultOf(one, outcome)]; });
  if (results.length !== cases.length) throw new HarnessError(`${cases.length - results.length} cases were not judged`);
  return reportOf({ results, bars, about, isOwn: isOwn && only === undefined, wallClockMs: Math.round(performance.now() - began), ...(shard === undefined ? {} : { shard }) });
}

function chosen(cases: readonly EvalCase[], only: string | undefined): readonly EvalCase[] {
  const found = only === undefined ? cases : cases.filter(({ id, stack }) => id.includes(only) || stack === only);
  if (found.length === 0) throw new HarnessError(`no case or stack is called ${JSON.stringify(only)}`);
  return found;
}

// Every n-th case, so that each part gets its share of the slow ones.
const partOf = (cases: readonly EvalCase[], shard: Shard | undefined): readonly EvalCase[] => (shard === undefined ? cases : cases.filter((_, at) => at % shard.of === shard.index - 1));

/** In corpora of ours a miss is declared with owner, reason and follow-up, or it is a failure. */
function refuseHidden(cases: readonly EvalCase[]): void {
  const hidden = cases.find(({ expected, debt }) => expected.knownGap === true && debt === undefined);
  if (hidden !== undefined) throw new HarnessError(`${hidden.id} is a known gap and declares no debt: say owner, reason and followUp`);
}

async function written(report: EvalReport, { output, report: page, json }: Options): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (output !== undefined) writeWhole(output, text);
  if (page !== undefined) {
    const { readinessPage } = await import('./readiness.js');
    writeWhole(page, readinessPage(report));
  }
  // Only a run of everything writes the committed figures, and only when another figure than a time is new.
  if (report.isOwn && report.shard === undefined) {
    const { metricsText, isSameButTimes } = await import('./metrics-file.js');
    const figures = metricsText(report);
    const old = existsSync(METRICS) ? readFileSync(METRICS, 'utf8') : '';
    if (!isSameButTimes(old, figures)) writeWhole(METRICS, figures);
  }
  process.stdout.write(json ? text : tableOf(report));
}

function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  writeFileSync(file, text);
}
