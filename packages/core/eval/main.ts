import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CorpusError, readCases } from './cases.js';
import { judgeCase } from './judge.js';
import { type EvalReport, runEval } from './run.js';

const CORPUS = path.join(import.meta.dirname, 'corpus');

/** `pnpm eval [--corpus FOLDER] [--output FILE]`. 0: all as expected; 1: the gate says no; 2: the harness could not do it. */
export async function evalMain(words: readonly string[]): Promise<number> {
  try {
    const { corpus, output } = optionsOf(words);
    const report = await runEval(readCases(corpus), judgeCase);
    const text = `${JSON.stringify(report, null, 2)}\n`;
    process.stdout.write(text);
    if (output !== undefined) writeFileSync(output, text);
    for (const line of wordsFor(report)) console.error(line);
    return report.passed ? 0 : 1;
  } catch (error) {
    const known = error instanceof CorpusError || (error instanceof Error && 'code' in error);
    console.error(`eval: ${known || !(error instanceof Error) ? (error as Error).message : (error.stack ?? error.message)}`);
    return 2;
  }
}

function optionsOf(words: readonly string[]): { corpus: string; output: string | undefined } {
  const args = words.filter((word) => word !== '--'); // pnpm hands its own `--` through
  const { values } = parseArgs({ args, options: { corpus: { type: 'string' }, output: { type: 'string' } } });
  return { corpus: values.corpus ?? CORPUS, output: values.output };
}

function wordsFor({ metrics, cases }: EvalReport): string[] {
  const failed = cases.filter(({ passed }) => !passed);
  const sum = `${metrics.cases} cases, ${failed.length} not as expected, verdictAgreement ${metrics.verdictAgreement}, falsePositiveRate ${metrics.falsePositiveRate}`;
  return [...failed.map(({ id, failures }) => `${id}: ${failures.join(', ')}`), sum];
}
