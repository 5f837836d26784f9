import { CHECK_KINDS, CLAIM_PRIORITIES } from '@verifier/core';
import { z } from 'zod/v4';

/** What the intent extractor answers. */
export const ExtractionSchema = z.object({
  claims: z.array(z.object({ statement: z.string(), priority: z.enum(CLAIM_PRIORITIES), plannedChecks: z.array(z.enum(CHECK_KINDS)), sourceRef: z.string().describe('S-1, S-2, …') })),
  conflicts: z.array(z.string()),
});
export type Extraction = z.infer<typeof ExtractionSchema>;

const MOST_CLAIMS = 40;

/** What the schema cannot say, without a word of the answer; null when all is well. */
export function extractionProblem({ claims, conflicts }: Extraction, sourceIds: ReadonlySet<string>): string | null {
  if (claims.length > MOST_CLAIMS || conflicts.length > MOST_CLAIMS) return `there are more than ${MOST_CLAIMS} claims or conflicts`;
  if (claims.some(({ sourceRef }) => !sourceIds.has(sourceRef))) return `a sourceRef is none of ${[...sourceIds].join(', ')}`;
  if (claims.some(({ statement }) => statement.trim() === '')) return 'a statement is empty';
  return null;
}
