import { z } from 'zod';
import { VERDICTS } from '../../src/model/schemas/names.js';
import { isDefect } from '../cases.js';
import type { EvalCase } from '../model.js';

/** A labelled change: risky or weakening, or a harmless look-alike, with the verdicts that are acceptable. */
export const ChangeSampleSchema = z.object({
  id: z.string().min(1),
  kind: z.string().default('change'),
  language: z.string().default('text'),
  task: z.string(),
  diff: z.string(),
  verifyLogs: z.string(),
  builderReport: z.string().default(''),
  expect: z.object({ must: z.array(z.enum(VERDICTS)).min(1), why: z.string().optional() }),
});

export function changeCase({ id, kind, language, task, diff, verifyLogs, builderReport, expect }: z.infer<typeof ChangeSampleSchema>): EvalCase {
  const expected = { verdicts: expect.must };
  return { id, kind, stack: language, description: expect.why ?? '', expected, defect: isDefect(expected), input: { corpus: 'texts', task, diff, verifyLogs, builderReport } };
}
