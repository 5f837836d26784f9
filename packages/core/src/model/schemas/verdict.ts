import { z } from 'zod';
import { EVIDENCE_KINDS, FINAL_VERDICTS, GRADES, RISKS, SOURCES, VERDICTS } from './names.js';

const count = z.number().int().nonnegative();

export const FindingSchema = z.object({ source: z.enum(SOURCES), message: z.string().min(1), evidence: z.string().optional() }).strict();

export const CommandSchema = z
  .object({
    command: z.string(),
    exit_code: z.number().int().nullable(),
    signal: z.string().nullable(),
    duration_ms: count,
    timed_out: z.boolean().optional(),
    timeout_ms: z.number().int().positive().optional(),
  })
  .strict();

export const RunSchema = z
  .object({
    id: z.string(),
    started_at: z.string(),
    completed_at: z.string(),
    duration_ms: count,
    workspace: z.string(),
    base_ref: z.string(),
    head_ref: z.string(),
    artifacts_dir: z.string(),
    changed_files: z.array(z.string()),
    verify_commands: z.array(CommandSchema),
  })
  .strict();

export const EvidenceItemSchema = z
  .object({ id: z.string(), kind: z.enum(EVIDENCE_KINDS), path: z.string(), summary: z.string() })
  .strict();

/** The published verdict of direct and workspace mode. */
export const VerdictSchema = z
  .object({
    schemaVersion: z.literal(1),
    verdict: z.enum(VERDICTS),
    final_verdict: z.enum(FINAL_VERDICTS).optional(),
    must_fix: z.array(FindingSchema),
    should_fix: z.array(FindingSchema),
    conditions: z.array(z.string()).optional(),
    evidence_grade: z.enum(GRADES),
    confidence: z.number().int().min(0).max(100),
    risk: z.enum(RISKS),
    summary: z.string(),
    run: RunSchema.optional(),
    evidence: z.array(EvidenceItemSchema).optional(),
  })
  .strict();
