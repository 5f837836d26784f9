import { createRedactor, type Finding, findingsOfStages, oneLine, settled, type StageName, stageConfidence, type StagesFile, stageVerdict, UsageError, withC0 } from '@verifier/core';
import { runCorrectnessStage } from '../correctness/run-correctness-stage.js';
import { runIntentStage } from '../intent/run-intent-stage.js';
import { folderOfRun, writeWhole } from '../stage/run-folder.js';
import { openTransport } from '../transport/open.js';
import type { Transport } from '../transport/types.js';
import { summaryOf, surroundingCode } from './change.js';
import { withDoneChecks } from './done-checks.js';
import { throughGate } from './gate.js';
import { beginning, numbersOf, type Progress, skipping, unlessProviderFails } from './progress.js';
import { claimsOfRun } from './reuse-claims.js';
import type { IntentSource, StagesRequest, StagesResult } from './types.js';

/** The stages by their number, as messages call them. */
const STAGES: readonly string[] = ['intent', 'static checks', 'tests', 'correctness lens', 'refutation', 'probes'];
/** These ask a model. Stage 5 does when its probes want scenarios. */
const ASK_A_MODEL: ReadonlySet<number> = new Set([0, 3, 4]);

/**
 * Runs the stages that are asked for and writes `claims.json` and `stages.json` into the folder of the run. A provider that fails
 * is no error but a skipped stage and an `ask`. Errors: UsageError for a request that cannot be, GatherError when nothing can be written.
 */
export async function runStages(request: StagesRequest): Promise<StagesResult> {
  const wanted = new Set(request.stages);
  const transport = transportFor(request, wanted);
  const env = request.env ?? process.env;
  const redactor = createRedactor({ env });
  const folder = folderOfRun(request.root, request.runId, request.runFolder);
  const code = wanted.has(3) || wanted.has(4) ? surroundingCode(request.root, request.diff) : '';
  const stage = { root: request.root, runFolder: folder, env, signal: request.signal };
  const started = request.now().getTime();

  let at = await withClaims(beginning(request), request, wanted, transport, stage);
  if (wanted.has(1)) at = withDoneChecks(at, 'static', request.checks ?? [], redactor);
  if (wanted.has(2)) at = withDoneChecks(at, 'test', request.checks ?? [], redactor);
  if (wanted.has(3) && transport !== null) at = await read(at, request, code, { ...stage, transport });
  if (wanted.has(5)) at = await probed(at, request, transport, folder);
  if (wanted.has(4) && transport !== null) at = await throughGate(at, `${request.diff}\n\n${code}`, { ...stage, transport, authorizeCommand: request.authorizeCommand });

  const results = settled({ claims: at.claims, findings: at.findings, evidence: at.evidence, skipped: at.meta.stagesSkipped });
  const runMeta = { ...at.meta, stagesExecuted: inOrder(at.meta.stagesExecuted), durationMs: Math.max(0, request.now().getTime() - started) };
  const stages: StagesFile = {
    schemaVersion: 1, verdict: stageVerdict(results), confidence: stageConfidence(results), claims: [...results.claims], findings: [...results.findings], evidence: [...results.evidence], run: runMeta,
  };
  writeWhole(folder, 'stages.json', redactor.redactJson(stages, 2));
  return { findings: heard(findingsOfStages(results), stages).map((finding) => ({ ...finding, message: oneLine(finding.message) })), stages, runMeta };
}

function transportFor({ stages, allowLlm, transport, provider, env = process.env, reuseClaims }: StagesRequest, wanted: ReadonlySet<number>): Transport | null {
  const unknown = stages.find((stage) => STAGES[stage] === undefined);
  if (unknown !== undefined) throw new UsageError(`there is no stage ${unknown}: ${STAGES.map((name, at) => `${at} ${name}`).join(', ')}`);
  const asking = [...wanted].sort().filter((stage) => ASK_A_MODEL.has(stage) && !(stage === 0 && reuseClaims !== undefined));
  const [first] = asking;
  if (!allowLlm) {
    if (first !== undefined) throw new UsageError(`stage ${first} (${STAGES[first] ?? ''}) asks a model, which has to be allowed: add --allow-llm`);
    return null;
  }
  if (transport !== undefined) return transport;
  if (provider !== null) return openTransport(provider, env);
  if (first !== undefined) throw new UsageError(`stage ${first} (${STAGES[first] ?? ''}) asks a model, and no provider is configured`);
  return null;
}

type Stage = Pick<StagesRequest, 'root' | 'runFolder' | 'env' | 'signal'>;

async function withClaims(progress: Progress, request: StagesRequest, wanted: ReadonlySet<number>, transport: Transport | null, stage: Stage): Promise<Progress> {
  if (request.reuseClaims !== undefined) {
    const claims = claimsOfRun(request.root, request.reuseClaims);
    const redactor = createRedactor({ env: stage.env ?? {} });
    writeWhole(stage.runFolder, 'claims.json', redactor.redactJson({ schemaVersion: 1, runId: request.runId, claims, conflicts: [] }, 2));
    return { ...progress, claims };
  }
  if (!wanted.has(0) || transport === null) return progress;
  return unlessProviderFails({ ...progress, claims: withC0([]) }, 'stage0', async () => {
    const { claims, findings, runMeta } = await runIntentStage({ sources: sourcesOf(request), diffSummary: summaryOf(request.diff) }, progress.meta, { ...stage, transport, numbers: numbersOf(progress) });
    return { ...progress, claims, findings: [...progress.findings, ...findings], meta: runMeta };
  });
}

/** Who wrote a task is not known unless somebody says so. */
function sourcesOf({ task, taskSource, sources = [], report }: StagesRequest): IntentSource[] {
  const all: IntentSource[] = [
    { source: taskSource ?? { tier: 'secondary', kind: 'user-prompt', ref: 'task' }, content: task },
    ...sources,
    { source: { tier: 'secondary', kind: 'pr-description', ref: 'builder report' }, content: report },
  ];
  return all.filter(({ content }) => content.trim() !== '');
}

function read(progress: Progress, request: StagesRequest, code: string, stage: Stage & { readonly transport: Transport }): Promise<Progress> {
  return unlessProviderFails(progress, 'stage3', async () => {
    const { claims, findings, evidence, runMeta } = await runCorrectnessStage({ diff: request.diff, surroundingCode: code, claims: progress.claims }, progress.meta, { ...stage, numbers: numbersOf(progress) });
    return { claims, findings: [...progress.findings, ...findings], evidence: [...progress.evidence, ...evidence], meta: runMeta };
  });
}

async function probed(progress: Progress, { probes, diff, signal }: StagesRequest, transport: Transport | null, runFolder: string): Promise<Progress> {
  if (probes === undefined) return skipping(progress, 'stage5', 'user-excluded', 'no target to probe is configured');
  return unlessProviderFails(progress, 'stage5', async () => {
    const { claims, findings, evidence, runMeta } = await probes({ claims: progress.claims, diff, runMeta: progress.meta, runFolder, transport, numbers: numbersOf(progress), signal });
    return { claims, findings: [...progress.findings, ...findings], evidence: [...progress.evidence, ...evidence], meta: runMeta };
  });
}

/** A stage that was lost to the environment is said once, instead of once for each claim. */
function heard(findings: readonly Finding[], { run }: StagesFile): Finding[] {
  const lost = run.stagesSkipped.filter(({ reasonCode }) => reasonCode === 'env-failure');
  if (lost.length === 0) return [...findings];
  const asks = lost.map(({ stage, reason }): Finding => ({ rule: 'stages/environment', effect: 'ask', source: 'system', message: `stage ${stage.slice(-1)} (${STAGES[Number(stage.slice(-1))] ?? stage}) could not be run: ${reason}` }));
  return [...findings.filter(({ rule }) => rule !== 'stages/environment'), ...asks];
}

const inOrder = (stages: readonly StageName[]): StageName[] => [...new Set(stages)].sort();
