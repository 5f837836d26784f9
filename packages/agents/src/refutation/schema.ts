import { z } from 'zod/v4';

/** What the refuter answers. */
export const RefuterSchema = z.object({ outcome: z.enum(['survived', 'refuted']), reasoning: z.string(), reproCommand: z.string().nullish() });
export type RefuterOutput = z.infer<typeof RefuterSchema>;
