import { parseArgs } from 'node:util';
import { capturedLogs, measureCarriers, measureRedLines, measureRedTotals } from '../logs/measure.js';
import { HarnessError } from '../model.js';
import { OWN_CORPORA } from '../options.js';
import { progressOn } from '../progress.js';
import { readCorpus } from '../read-corpus.js';
import { shareOf } from '../share.js';
import { readThresholds } from '../thresholds.js';
import { measureMutations, type Row } from './measure.js';
import { partedBy, readOwed } from './owed.js';

/** `pnpm eval:mutation [--corpus FOLDER] [--wrong]`. 0: all rows hold; 1: one does not; 2: it could not be measured. */
export async function mutationMain(words: readonly string[]): Promise<number> {
  try {
    const { corpus, wrong: isTold = false } = optionsOf(words);
    const { mutation: bars } = readThresholds();
    const cases = readCorpus(corpus ?? OWN_CORPORA.slice(0, 1));
    const progress = progressOn(process.stderr, process.env, cases.length);
    const { mutations, carriers } = await measureMutations(cases, progress.at).finally(progress.end);
    const logs = corpus === undefined ? rowsOfLogs() : { mutations: [], carriers: [] };
    const owed = readOwed();
    const groups = [
      { title: 'the verdict must move, or stay away from open_pr', rows: [...mutations, ...logs.mutations], bar: bars.wrongWay },
      { title: 'nothing may move', rows: [...carriers, ...logs.carriers], bar: bars.carriers },
    ].map(({ title, rows, bar }) => ({ title, bar, rows: rows.map((row) => ({ ...row, ...partedBy(owed, row.wrong) })) }));
    const missed = groups.filter(({ rows, bar }) => sumOf(rows, ({ wrong }) => wrong) > bar * sumOf(rows, ({ tried }) => ({ length: tried })));
    for (const { title, rows, bar } of groups) {
      const total = { name: 'in all', tried: sumOf(rows, ({ tried }) => ({ length: tried })), wrong: rows.flatMap(({ wrong }) => wrong), declared: rows.flatMap(({ declared }) => declared) };
      process.stdout.write(`${title} (of all at most ${bar} wrong)\n${rows.map((row) => lineOf(row, isTold)).join('')}${lineOf(total, false)}\n`);
    }
    process.stdout.write(missed.length === 0 ? 'both hold\n' : `not passed: ${missed.map(({ title }) => title).join(', ')}\n`);
    return missed.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`eval:mutation: ${error instanceof HarnessError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return 2;
  }
}

function optionsOf(words: readonly string[]): { corpus?: string[] | undefined; wrong?: boolean | undefined } {
  try {
    return parseArgs({ args: words.filter((word) => word !== '--'), options: { corpus: { type: 'string', multiple: true }, wrong: { type: 'boolean' } } }).values;
  } catch (cause) {
    throw new HarnessError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The same questions to every captured log of the fixtures, which are many more than the cases. */
function rowsOfLogs(): { mutations: Row[]; carriers: Row[] } {
  const passed = capturedLogs('passed.');
  return {
    mutations: [{ name: 'all logs: totals turned red', ...measureRedTotals(passed) }, { name: 'all logs: one test line turned red', ...measureRedLines(passed) }],
    carriers: Object.entries(measureCarriers(capturedLogs())).map(([name, measured]) => ({ name: `all logs: ${name}`, ...measured })),
  };
}

const sumOf = <T>(rows: readonly T[], part: (row: T) => { readonly length: number }): number => rows.reduce((sum, row) => sum + part(row).length, 0);

function lineOf({ name, tried, wrong, declared }: Row & { readonly declared: readonly string[] }, isTold: boolean): string {
  const { share, interval: [low, high] } = shareOf(wrong.length, tried, 0);
  return `${String(wrong.length).padStart(6)} of ${String(tried).padEnd(6)}${share.toFixed(4)} (${low.toFixed(4)} to ${high.toFixed(4)})  ${name}${declared.length === 0 ? '' : `, and ${declared.length} of declared debt`}\n${isTold ? [...wrong, ...declared].map((one) => `         ${one}\n`).join('') : ''}`;
}
