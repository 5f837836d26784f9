import { z } from 'zod';
import { FINAL_VERDICTS, GRADES, RISKS, VERDICTS } from './names.js';
import { CommandSchema, FindingSchema, RunSchema } from './verdict.js';

/** A command that kaizen-loop ran: of its status only passed (0) or failed (null) is known. */
const RecordedCommandSchema = CommandSchema.extend({ exit_code: z.union([z.literal(0), z.null()]), signal: z.null() });

/** What kaizen-loop reads from the result file, and from stdout. */
export const KaizenResultSchema = z
  .object({
    schemaVersion: z.literal(1),
    verdict: z.enum(VERDICTS),
    final_verdict: z.enum(FINAL_VERDICTS),
    status: z.enum(VERDICTS),
    evidence_grade: z.enum(GRADES),
    confidence: z.number().int().min(0).max(100),
    risk: z.enum(RISKS),
    summary: z.string(),
    notes: z.string(),
    reason: z.string(),
    must_fix: z.array(FindingSchema),
    should_fix: z.array(FindingSchema),
    run: RunSchema.extend({ id: z.string().regex(/^kaizen-\d{14}-\d+$/), verify_commands: z.array(RecordedCommandSchema) }),
  })
  .strict();
