import type { z } from 'zod';
import type { Finding } from './finding.js';
import type { CommandSchema, EvidenceItemSchema, FindingSchema, RunSchema, VerdictSchema } from './schemas/verdict.js';
import type { ConfigSchema } from './schemas/config.js';
import type { KaizenResultSchema } from './schemas/kaizen.js';

export type Verdict = z.infer<typeof VerdictSchema>;
export type WireFinding = z.infer<typeof FindingSchema>;
export type WireRun = z.infer<typeof RunSchema>;
export type WireCommand = z.infer<typeof CommandSchema>;
export type WireEvidence = z.infer<typeof EvidenceItemSchema>;
export type Config = z.infer<typeof ConfigSchema>;
export type KaizenResult = z.infer<typeof KaizenResultSchema>;
export type Decision = Verdict['verdict'];
export type FinalVerdict = NonNullable<Verdict['final_verdict']>;

/** The verdict as published, and every finding with rule, place and effect, waivers and notes included. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}
