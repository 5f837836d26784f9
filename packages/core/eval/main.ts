import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CorpusError, readCases } from './cases.js';
import { judgeCase } from './judge.js';
import { runEval } from './run.js';
import { tableOf } from './table.js';

const CORPUS = path.join(import.meta.dirname, 'corpus');

/** `pnpm eval [--corpus FOLDER] [--output FILE] [--json]`. 0: all as expected; 1: the gate says no; 2: the harness could not do it. */
export async function evalMain(words: readonly string[]): Promise<number> {
  try {
    const { corpus, output, json } = optionsOf(words);
    const report = await runEval(readCases(corpus), judgeCase);
    const text = `${JSON.stringify(report, null, 2)}\n`;
    if (output !== undefined) writeFileSync(output, text);
    process.stdout.write(json ? text : tableOf(report));
    return report.passed ? 0 : 1;
  } catch (error) {
    const known = error instanceof CorpusError || (error instanceof Error && 'code' in error);
    console.error(`eval: ${known || !(error instanceof Error) ? (error as Error).message : (error.stack ?? error.message)}`);
    return 2;
  }
}

function optionsOf(words: readonly string[]): { corpus: string; output: string | undefined; json: boolean } {
  const args = words.filter((word) => word !== '--'); // pnpm hands its own `--` through
  const { values } = parseArgs({ args, options: { corpus: { type: 'string' }, output: { type: 'string' }, json: { type: 'boolean' } } });
  return { corpus: values.corpus ?? CORPUS, output: values.output, json: values.json ?? false };
}
