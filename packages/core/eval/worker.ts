import { judgeCase } from './judge.js';
import type { EvalCase } from './model.js';
import type { Answer } from './pool.js';

/** Judges the cases that the parent sends, one after the other, until it goes. */
export function serve(): void {
  process.on('message', ([at, one]: [number, EvalCase]) => { void answerTo(at, one).then((answer) => process.send?.(answer)); });
  process.on('disconnect', () => process.exit(0));
}

async function answerTo(at: number, one: EvalCase): Promise<Answer> {
  try {
    return { at, outcome: await judgeCase(one) };
  } catch (error) {
    return { at, broken: error instanceof Error ? error.message : String(error) };
  }
}
