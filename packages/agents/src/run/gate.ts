import { StageError } from '../errors.js';
import { needsRefutation, type RefutationOptions, runRefutationStage } from '../refutation/run-refutation-stage.js';
import { lostTo, numbersOf, type Progress } from './progress.js';

/** Stage 4 over all findings so far, one at a time: when the provider fails on the way, what was doubted before stays so and the rest stands. */
export async function throughGate(progress: Progress, code: string, options: Omit<RefutationOptions, 'numbers'>): Promise<Progress> {
  let at: Progress = { ...progress, meta: { ...progress.meta, stagesExecuted: [...progress.meta.stagesExecuted, 'stage4'] } };
  for (const finding of progress.findings.filter(needsRefutation)) {
    try {
      const { findings: [judged, ...notes], evidence, runMeta } = await runRefutationStage({ findings: [finding], code, claims: at.claims }, at.meta, { ...options, numbers: numbersOf(at) });
      const known = new Set(at.findings.map(({ title }) => title));
      at = {
        ...at,
        findings: [...at.findings.map((one) => (one.id === judged?.id ? judged : one)), ...notes.filter(({ title }) => !known.has(title))],
        evidence: [...at.evidence, ...evidence],
        meta: runMeta,
      };
    } catch (error) {
      if (!(error instanceof StageError)) throw error;
      return lostTo(at, 'stage4', error);
    }
  }
  return at;
}
