import { C0, type Claim, type RunMeta, severityOf, type StageEvidence, type StageFinding, withLinked } from '@verifier/core';
import { askFor, MAX_TOKENS, withAgent } from '../ask.js';
import { SHOWN, shownOf } from '../prompt/cut.js';
import { contextOf, observation, type StageContext, type StageOptions } from '../stage/context.js';
import { lineOf, textOf } from '../stage/words.js';
import { CORRECTNESS_ASK, CORRECTNESS_SYSTEM, correctnessData } from './prompt.js';
import { type CorrectnessOutput, correctnessProblem, CorrectnessSchema } from './schema.js';

export interface CorrectnessInput {
  readonly diff: string;
  /** The changed files as they are now, or as much of them as there is. */
  readonly surroundingCode: string;
  readonly claims: readonly Claim[];
}

export interface CorrectnessResult {
  readonly findings: readonly StageFinding[];
  /** One for each claim that the lens found borne out. */
  readonly evidence: readonly StageEvidence[];
  /** The claims, with that evidence linked. */
  readonly claims: readonly Claim[];
  readonly assessments: CorrectnessOutput['claimAssessments'];
  readonly runMeta: RunMeta;
}

/** Stage 3: one reader of the change. All that it finds has to pass the refutation gate. Errors: StageError when the provider fails. */
export async function runCorrectnessStage({ diff, surroundingCode, claims }: CorrectnessInput, meta: RunMeta, options: StageOptions = {}): Promise<CorrectnessResult> {
  const context = contextOf(meta, options);
  // C-0 asks for a source, which no code can show.
  const assessed = claims.filter(({ id }) => id !== C0.id);
  const seen = { diff: shownOf('the change', context.redactor.redact(diff), SHOWN.diff), code: shownOf('the code around the change', context.redactor.redact(surroundingCode), SHOWN.code) };
  const asked = await askFor(context.transport, {
    name: 'correctness', schema: CorrectnessSchema, system: CORRECTNESS_SYSTEM, data: correctnessData(seen.diff, seen.code, assessed), ask: CORRECTNESS_ASK, maxTokens: MAX_TOKENS.correctness, signal: context.signal,
    check: (output) => correctnessProblem(output, assessed.map(({ id }) => id)),
  });
  const output = asked.output ?? { findings: [], claimAssessments: [] };
  const notes = [
    ...(asked.problem === null ? [] : [`the correctness lens gave no usable answer: ${asked.problem}`]),
    ...(asked.unpriced === null ? [] : [asked.unpriced]),
    ...[seen.diff.cut, seen.code.cut].filter((cut) => cut !== null),
  ];
  const findings = [...output.findings.map((one) => toFinding(one, claims, context)), ...notes.map((note) => observation(context.numbers, 'stage3', note))];
  const supported = output.claimAssessments.filter((one) => one.supported).map((one) => ({ claimId: one.claimId, evidence: readingOf(one.note, context) }));
  return {
    findings,
    evidence: supported.map(({ evidence }) => evidence),
    claims: supported.reduce<readonly Claim[]>((linked, { claimId, evidence }) => withLinked(linked, evidence, [claimId]), claims),
    assessments: output.claimAssessments,
    runMeta: withAgent({ ...meta, stagesExecuted: [...meta.stagesExecuted, 'stage3'] }, context.transport, 'correctness', asked.cost),
  };
}

function toFinding(one: CorrectnessOutput['findings'][number], claims: readonly Claim[], { numbers, redactor }: StageContext): StageFinding {
  const { category, location, scenario, suggestedRepro } = one;
  const file = location == null ? '' : lineOf(redactor, location.file);
  const line = location?.line ?? 0;
  const claimIds = [...new Set(one.claimIds)];
  const repro = suggestedRepro == null || suggestedRepro.trim() === '' ? '' : `\nsuggested: ${suggestedRepro}`;
  return {
    id: numbers.finding(), category, reproduced: false, severity: severityOf({ category, reproduced: false, claimIds }, claims), title: lineOf(redactor, one.title),
    ...(file === '' ? {} : { location: { file, ...(line > 0 ? { line } : {}) } }),
    scenario: textOf(redactor, `${scenario}${repro}`), claimIds, evidenceIds: [],
    refutation: { required: true, attempted: false, outcome: 'skipped', evidenceIds: [] }, origin: 'stage3', lens: 'correctness',
  };
}

const readingOf = (note: string, { numbers, redactor }: StageContext): StageEvidence => ({ id: numbers.evidence(), kind: 'code-reading', checkKind: 'reading', summary: lineOf(redactor, note), path: '', reproducible: false });
