import { z } from 'zod/v4';

export const LENS_CATEGORIES = ['data-loss', 'crash', 'regression', 'logic'] as const;
const MOST_FINDINGS = 40;

/** What the correctness lens answers. There is no severity in it: that follows. */
export const CorrectnessSchema = z.object({
  findings: z.array(
    z.object({
      category: z.enum(LENS_CATEGORIES),
      title: z.string(),
      location: z.object({ file: z.string(), line: z.number().int().nullish() }).nullish(),
      scenario: z.string(),
      suggestedRepro: z.string().nullish(),
      claimIds: z.array(z.string()),
    }),
  ),
  claimAssessments: z.array(z.object({ claimId: z.string(), supported: z.boolean(), note: z.string() })),
});
export type CorrectnessOutput = z.infer<typeof CorrectnessSchema>;

/** What the schema cannot say, without a word of the answer; null when all is well. */
export function correctnessProblem({ findings, claimAssessments }: CorrectnessOutput, claimIds: readonly string[]): string | null {
  if (findings.length > MOST_FINDINGS) return `there are more than ${MOST_FINDINGS} findings`;
  if (findings.some(({ title, scenario }) => title.trim() === '' || scenario.trim() === '')) return 'a finding has no title or no scenario';
  if (findings.some((finding) => finding.claimIds.some((id) => !claimIds.includes(id)))) return 'a finding names a claim that does not exist';
  const assessed = claimAssessments.map(({ claimId }) => claimId);
  if (assessed.some((id) => !claimIds.includes(id))) return 'an assessment names a claim that does not exist';
  if (assessed.length !== claimIds.length || new Set(assessed).size !== claimIds.length) return 'each claim has to be assessed exactly once';
  return null;
}
