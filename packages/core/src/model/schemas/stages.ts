import { z } from 'zod';
import { FINAL_VERDICTS } from './names.js';
import {
  CHECK_KINDS, CLAIM_PRIORITIES, CLAIM_STATUSES, REFUTATION_OUTCOMES, SEVERITIES, SKIP_REASONS, SOURCE_KINDS, SOURCE_TIERS, STAGE_CATEGORIES,
  STAGE_EVIDENCE_KINDS, STAGE_NAMES, STAGE_ORIGINS, TRUST_LEVELS,
} from './names-stages.js';

const count = z.number().int().nonnegative();
const ids = (letter: string) => z.string().regex(new RegExp(`^${letter}-\\d+$`));
const evidenceIds = z.array(ids('E'));

export const ClaimSourceSchema = z
  .object({
    tier: z.enum(SOURCE_TIERS).describe('primary: a human wrote it. secondary: the agent that made the change, or nobody knows.'),
    kind: z.enum(SOURCE_KINDS),
    ref: z.string().describe('Where it stands: an address, a path, a commit.'),
  })
  .strict();

export const ClaimSchema = z
  .object({
    id: ids('C'),
    statement: z.string().min(1),
    priority: z.enum(CLAIM_PRIORITIES),
    source: ClaimSourceSchema,
    plannedChecks: z.array(z.enum(CHECK_KINDS)),
    status: z.enum(CLAIM_STATUSES),
    evidenceIds,
  })
  .strict();

const RefutationSchema = z
  .object({
    required: z.boolean(),
    attempted: z.boolean(),
    outcome: z.enum(REFUTATION_OUTCOMES),
    reproConfirmed: z.boolean().optional(),
    notes: z.string().optional(),
    evidenceIds,
  })
  .strict();

export const StageFindingSchema = z
  .object({
    id: ids('F'),
    category: z.enum(STAGE_CATEGORIES),
    reproduced: z.boolean().describe('Something was run and showed it.'),
    severity: z.enum(SEVERITIES).describe('Follows from category, reproduced and the claims. No model sets it.'),
    title: z.string().min(1),
    location: z.object({ file: z.string().min(1), line: z.number().int().positive().optional() }).strict().optional(),
    scenario: z.string().describe('What has to happen for it to be seen. Empty for an observation only.'),
    claimIds: z.array(ids('C')),
    evidenceIds,
    refutation: RefutationSchema,
    origin: z.enum(STAGE_ORIGINS),
    lens: z.string().min(1).optional(),
  })
  .strict();

export const StageEvidenceSchema = z
  .object({
    id: ids('E'),
    kind: z.enum(STAGE_EVIDENCE_KINDS),
    checkKind: z.enum(CHECK_KINDS),
    summary: z.string(),
    path: z.string().describe('A file in the folder of the run, relative to it; empty where there is none.'),
    reproducible: z.boolean(),
    command: z.string().optional(),
  })
  .strict();

export const CostSchema = z.object({ inputTokens: count, outputTokens: count, usd: z.number().nonnegative() }).strict();

export const RunMetaSchema = z
  .object({
    runId: z.string().min(1),
    startedAt: z.string(),
    baseRef: z.string(),
    headRef: z.string(),
    trustLevel: z.enum(TRUST_LEVELS),
    stagesExecuted: z.array(z.enum(STAGE_NAMES)),
    stagesSkipped: z.array(z.object({ stage: z.enum(STAGE_NAMES), reasonCode: z.enum(SKIP_REASONS), reason: z.string() }).strict()),
    targets: z.array(z.string()),
    agentConfig: z.record(z.unknown()).optional().describe('Provider, model, effort and limits of tokens with which the agents ran.'),
    cost: CostSchema,
    durationMs: count,
  })
  .strict();

/** `claims.json` in the folder of a run. */
export const ClaimsFileSchema = z.object({ schemaVersion: z.literal(1), runId: z.string().min(1), claims: z.array(ClaimSchema), conflicts: z.array(z.string()) }).strict();

/** `stages.json` in the folder of a run. */
export const StagesFileSchema = z
  .object({
    schemaVersion: z.literal(1),
    verdict: z.enum(FINAL_VERDICTS).describe('What the stages alone say. The verdict of the run is in verdict.json.'),
    confidence: z.number().int().min(0).max(100),
    claims: z.array(ClaimSchema),
    findings: z.array(StageFindingSchema),
    evidence: z.array(StageEvidenceSchema),
    run: RunMetaSchema,
  })
  .strict();
