import { type EvalCase, HarnessError, type Outcome } from './model.js';

/** Judges one case. A verifier that gives no verdict is a result; only a harness that cannot work throws. */
export async function judgeCase({ id, input }: EvalCase): Promise<Outcome> {
  const began = performance.now();
  const outcome = (actual: Outcome['actual']): Outcome => ({ actual, durationMs: Math.round(performance.now() - began) });
  try {
    if (input.corpus === 'texts') {
      const { judgeTexts } = await import('./judge-texts.js');
      return outcome(await judgeTexts(input));
    }
    const { judgeRepository } = await import('./judge-repository.js');
    return outcome(await judgeRepository(input));
  } catch (error) {
    if (error instanceof HarnessError) throw new HarnessError(`${id}: ${error.message}`, { cause: error });
    return outcome({ error: error instanceof Error ? error.message : String(error) });
  }
}
