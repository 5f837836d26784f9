import { type Claim, type ClaimsFile, type RunMeta, type StageFinding, withC0 } from '@verifier/core';
import { askFor, MAX_TOKENS, withAgent } from '../ask.js';
import { SHOWN, shownOf } from '../prompt/cut.js';
import type { IntentSource } from '../run/types.js';
import { contextOf, observation, type StageContext, type StageOptions } from '../stage/context.js';
import { writeWhole } from '../stage/run-folder.js';
import { lineOf } from '../stage/words.js';
import { INTENT_ASK, INTENT_SYSTEM, intentData } from './prompt.js';
import { type Extraction, extractionProblem, ExtractionSchema } from './schema.js';

export interface IntentInput {
  readonly sources: readonly IntentSource[];
  readonly diffSummary: string;
}

export interface IntentResult {
  /** As the model gave it; empty when no answer could be used. */
  readonly extraction: Extraction;
  readonly claims: readonly Claim[];
  readonly findings: readonly StageFinding[];
  readonly runMeta: RunMeta;
  readonly claimsPath: string;
}

/** Stage 0: what the change claims, by the texts that ask for it. Writes `claims.json`. Errors: StageError when the provider fails, UsageError, GatherError. */
export async function runIntentStage({ sources, diffSummary }: IntentInput, meta: RunMeta, options: StageOptions = {}): Promise<IntentResult> {
  const context = contextOf(meta, options);
  const folder = context.runFolder();
  const known = sources.map(({ source, content }, at) => ({ source, id: `S-${at + 1}`, tier: source.tier, kind: source.kind, shown: shownOf(`source S-${at + 1}`, context.redactor.redact(content), SHOWN.source) }));
  const summary = shownOf('the summary of the change', context.redactor.redact(diffSummary), SHOWN.summary);
  const asked = await askFor(context.transport, {
    name: 'intent', schema: ExtractionSchema, system: INTENT_SYSTEM, data: intentData(known, summary), ask: INTENT_ASK, maxTokens: MAX_TOKENS.intent, signal: context.signal,
    check: (output) => extractionProblem(output, new Set(known.map(({ id }) => id))),
  });
  const extraction = asked.output ?? { claims: [], conflicts: [] };
  const conflicts = extraction.conflicts.map((conflict) => lineOf(context.redactor, conflict));
  const claims = withC0(extraction.claims.flatMap((claim, at) => toClaim(claim, at, known, context)));
  const runMeta = withAgent({ ...meta, stagesExecuted: [...meta.stagesExecuted, 'stage0'] }, context.transport, 'intent', asked.cost);
  const notes = [
    ...(asked.problem === null ? [] : [`the intent extractor gave no usable answer: ${asked.problem}`]),
    ...(asked.unpriced === null ? [] : [asked.unpriced]),
    ...[...known.map(({ shown }) => shown.cut), summary.cut].filter((cut) => cut !== null),
    ...conflicts.map((conflict) => `sources contradict each other: ${conflict}`),
  ];
  const claimsPath = writeWhole(folder, 'claims.json', context.redactor.redactJson({ schemaVersion: 1, runId: meta.runId, claims, conflicts } satisfies ClaimsFile, 2));
  return { extraction, claims, findings: notes.map((note) => observation(context.numbers, 'stage0', note)), runMeta, claimsPath };
}

function toClaim({ statement, priority, plannedChecks, sourceRef }: Extraction['claims'][number], at: number, known: readonly { readonly id: string; readonly source: Claim['source'] }[], { redactor }: StageContext): Claim[] {
  const source = known.find(({ id }) => id === sourceRef)?.source;
  return source === undefined ? [] : [{ id: `C-${at + 1}`, statement: lineOf(redactor, statement), priority, source, plannedChecks: [...new Set(plannedChecks)], status: 'unverified', evidenceIds: [] }];
}
