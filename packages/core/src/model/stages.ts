import type { z } from 'zod';
import type {
  CHECK_KINDS, CLAIM_PRIORITIES, CLAIM_STATUSES, REFUTATION_OUTCOMES, SEVERITIES, SKIP_REASONS, SOURCE_KINDS, SOURCE_TIERS, STAGE_CATEGORIES,
  STAGE_EVIDENCE_KINDS, STAGE_NAMES, STAGE_ORIGINS, TRUST_LEVELS,
} from './schemas/names-stages.js';
import type { ClaimSchema, ClaimsFileSchema, ClaimSourceSchema, CostSchema, RunMetaSchema, StageEvidenceSchema, StageFindingSchema, StagesFileSchema } from './schemas/stages.js';

export type StageName = (typeof STAGE_NAMES)[number];
export type StageOrigin = (typeof STAGE_ORIGINS)[number];
export type ClaimPriority = (typeof CLAIM_PRIORITIES)[number];
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];
export type SourceTier = (typeof SOURCE_TIERS)[number];
export type SourceKind = (typeof SOURCE_KINDS)[number];
export type CheckKind = (typeof CHECK_KINDS)[number];
export type StageCategory = (typeof STAGE_CATEGORIES)[number];
export type Severity = (typeof SEVERITIES)[number];
export type RefutationOutcome = (typeof REFUTATION_OUTCOMES)[number];
export type StageEvidenceKind = (typeof STAGE_EVIDENCE_KINDS)[number];
export type SkipReason = (typeof SKIP_REASONS)[number];
export type TrustLevel = (typeof TRUST_LEVELS)[number];

export type ClaimSource = z.infer<typeof ClaimSourceSchema>;
export type Claim = z.infer<typeof ClaimSchema>;
export type StageFinding = z.infer<typeof StageFindingSchema>;
export type Refutation = StageFinding['refutation'];
export type StageEvidence = z.infer<typeof StageEvidenceSchema>;
export type Cost = z.infer<typeof CostSchema>;
export type RunMeta = z.infer<typeof RunMetaSchema>;
export type SkippedStage = RunMeta['stagesSkipped'][number];
export type ClaimsFile = z.infer<typeof ClaimsFileSchema>;
export type StagesFile = z.infer<typeof StagesFileSchema>;
