import { createRedactor, type Redactor, severityOf, type StageEvidence, type StageFinding, withLinked } from '@verifier/core';
import { type Scenario, scenarioProblem } from '@verifier/probe-sdk';
import { withAgent } from '../ask.js';
import type { ProbeStage, ProbeStageContext, ProbeStageResult } from '../run/types.js';
import { observation } from '../stage/context.js';
import { writeOnce } from '../stage/run-folder.js';
import { lineOf, textOf } from '../stage/words.js';
import { type Difference, differencesOf } from './compare.js';
import { isLaunchError, observed, type Observed } from './observe.js';
import { prepare, type Unready } from './prepare.js';
import { askForScenarios } from './scenarios.js';
import type { ProbeOptions, ProbeProjects, ProbeTarget } from './types.js';

const BUDGET_MS = 120_000;

type Known = ProbeStageResult;

interface Scene {
  readonly context: ProbeStageContext;
  readonly projects: ProbeProjects;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
}

/** Stage 5: targets are tried on base and head, and what only the head shows is a finding. Give it to `runStages` as `probes`. Errors: StageError when the provider fails. */
export function probeStage({ targets, projects, budgetMs = BUDGET_MS, env = process.env }: ProbeOptions): ProbeStage {
  return async (context) => {
    const signal = AbortSignal.any([AbortSignal.timeout(budgetMs), ...(context.signal === undefined ? [] : [context.signal])]);
    const redactor = createRedactor({ env });
    const nothing: Known = { claims: context.claims, findings: [], evidence: [], runMeta: context.runMeta };
    const both = await laidOut(projects);
    if ('problem' in both) return skipping(nothing, { redactor }, 'env-failure', `base and head could not be laid out: ${both.problem}`);
    try {
      const scene: Scene = { context, projects: both, redactor, signal };
      let known: Known = { ...nothing, runMeta: { ...context.runMeta, stagesExecuted: [...context.runMeta.stagesExecuted, 'stage5'] } };
      for (const target of targets) known = await withTarget(known, target, scene);
      return known;
    } finally {
      await both.dispose?.();
    }
  };
}

async function laidOut(projects: ProbeOptions['projects']): Promise<ProbeProjects | { readonly problem: string }> {
  if (typeof projects !== 'function') return projects;
  try {
    return await projects();
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function withTarget(known: Known, target: ProbeTarget, scene: Scene): Promise<Known> {
  const { driver, name } = target;
  const { signal } = scene;
  if (!(await isThere(target, scene.projects))) return noted(known, scene, `${name} is not there on both sides`);
  try {
    const unready = await madeReady(known, target, scene);
    if (unready !== null) return unready;
  } catch (error) {
    if (!isLaunchError(error)) throw error;
    return skipping(known, scene, isOver(signal) ? 'budget-exceeded' : 'env-failure', `${name} could not be made ready: ${error.message}`);
  }
  const { scenarios, at: begun } = await scenariosFor(known, target, scene);
  let at: Known = { ...begun, runMeta: { ...begun.runMeta, targets: [...begun.runMeta.targets, `${driver.targetType}:${name}`] } };
  for (const scenario of scenarios) {
    if (isOver(signal)) return skipping(at, scene, 'budget-exceeded', `${name} was not tried to the end`);
    try {
      at = await withScenario(at, target, scenario, scene);
    } catch (error) {
      if (isOver(signal)) continue;
      const message = lineOf(scene.redactor, error instanceof Error ? error.message : String(error));
      if (isLaunchError(error)) return skipping(at, scene, 'env-failure', `${name} could not be started: ${message}`);
      at = noted(at, scene, `scenario ${scenario.id} could not be tried on ${name}: ${message}`);
    }
  }
  return isOver(signal) ? skipping(at, scene, 'budget-exceeded', `${name} was not tried to the end`) : at;
}

async function isThere({ driver, isNamed = false }: ProbeTarget, { base, head }: ProbeProjects): Promise<boolean> {
  return isNamed || ((await driver.detect({ root: head })) !== null && (await driver.detect({ root: base })) !== null);
}

/** Null when both sides are ready. A head that cannot be made ready where the base can is a finding like any other difference. */
async function madeReady(known: Known, target: ProbeTarget, scene: Scene): Promise<Known | null> {
  const { projects, signal } = scene;
  const commands = target.prepare ?? [];
  const base = await prepare(commands, projects.base, signal);
  if (base !== null) return skipping(known, scene, 'env-failure', `${target.name} could not be made ready at the base: ${base.command} ${base.how}`);
  const head = await prepare(commands, projects.head, signal);
  if (head === null) return null;
  const scenario: Scenario = { id: 'prepare', description: `${head.command} is run before the first launch`, claimIds: [], steps: [] };
  const evidence = keep(target, { scenario, base: null, head }, `${head.command} ${head.how}`, scene);
  const difference: Difference = { category: 'regression', reproduced: true, what: `${head.command} ${head.how}, and ended with 0 at the base`, againstClaims: false };
  return { ...known, evidence: [...known.evidence, evidence], findings: [...known.findings, toFinding(difference, target, scenario, evidence, known, scene)] };
}

async function scenariosFor(known: Known, target: ProbeTarget, scene: Scene): Promise<{ scenarios: readonly Scenario[]; at: Known }> {
  const { context: { transport, diff }, redactor, signal } = scene;
  if (target.scenarios !== undefined) {
    const problem = target.scenarios.map(scenarioProblem).find((one) => one !== null);
    return problem === undefined ? { scenarios: target.scenarios, at: known } : { scenarios: [], at: noted(known, scene, problem) };
  }
  if (transport === null) return { scenarios: [], at: noted(known, scene, `${target.name} has no scenarios, and no model may be asked`) };
  const asked = await askForScenarios(transport, { target, diff, claims: known.claims, redactor, signal });
  const at = { ...known, runMeta: withAgent(known.runMeta, transport, 'scenarios', asked.cost) };
  const notes = [asked.unpriced, asked.problem === null ? null : `no usable scenarios for ${target.name}: ${asked.problem}`].filter((note) => note !== null);
  return { scenarios: asked.output?.scenarios ?? [], at: notes.reduce((all, note) => noted(all, scene, note), at) };
}

async function withScenario(known: Known, target: ProbeTarget, scenario: Scenario, scene: Scene): Promise<Known> {
  const { projects, signal } = scene;
  const base = await observed(target, projects.base, scenario, signal);
  const head = await observed(target, projects.head, scenario, signal);
  let differences = differencesOf([base], head);
  // What differs from one run of the base to the next is no difference of the head.
  if (differences.length > 0) differences = differencesOf([base, await observed(target, projects.base, scenario, signal)], head);
  const passed = head.results.length === scenario.steps.length && head.results.every(({ outcome }) => outcome === 'passed') && differences.every(({ againstClaims }) => !againstClaims);
  if (!passed && differences.length === 0) return known;
  const evidence = keep(target, { scenario, base, head }, `${scenario.id}: ${passed ? 'all steps passed' : 'head differs from base'}`, scene);
  const findings = differences.map((one) => toFinding(one, target, scenario, evidence, known, scene));
  return { ...known, evidence: [...known.evidence, evidence], findings: [...known.findings, ...findings], claims: passed && scenario.claimIds.length > 0 ? withLinked(known.claims, evidence, scenario.claimIds) : known.claims };
}

function keep({ driver, name }: ProbeTarget, seen: { readonly scenario: Scenario; readonly base: Observed | null; readonly head: Observed | Unready }, summary: string, { context, redactor }: Scene): StageEvidence {
  const id = context.numbers.evidence();
  const file = `probe-${id}.json`;
  writeOnce(context.runFolder, file, redactor.redactJson({ target: name, ...seen }, 2));
  return { id, kind: driver.targetType === 'api' ? 'network-log' : 'command-output', checkKind: 'runtime', summary: lineOf(redactor, `${name}, ${summary}`), path: file, reproducible: true };
}

function toFinding({ category, reproduced, what, againstClaims }: Difference, { name }: ProbeTarget, scenario: Scenario, evidence: StageEvidence, { claims }: Known, { context, redactor }: Scene): StageFinding {
  const claimIds = againstClaims ? [...scenario.claimIds] : [];
  const named = scenario.failCategory !== undefined && againstClaims ? scenario.failCategory : category;
  return {
    id: context.numbers.finding(), category: named, reproduced, severity: severityOf({ category: named, reproduced, claimIds }, claims), title: lineOf(redactor, `${name}: ${what}`),
    scenario: textOf(redactor, `${scenario.id}: ${scenario.description}`), claimIds, evidenceIds: [evidence.id],
    refutation: { required: !reproduced, attempted: false, outcome: 'skipped', evidenceIds: [] }, origin: 'stage5',
  };
}

const isOver = ({ aborted }: AbortSignal): boolean => aborted;

const noted = (known: Known, { context, redactor }: Scene, note: string): Known => ({ ...known, findings: [...known.findings, observation(context.numbers, 'stage5', lineOf(redactor, note))] });

const skipping = (known: Known, { redactor }: Pick<Scene, 'redactor'>, reasonCode: 'env-failure' | 'budget-exceeded', reason: string): Known => ({
  ...known, runMeta: { ...known.runMeta, stagesSkipped: [...known.runMeta.stagesSkipped, { stage: 'stage5', reasonCode, reason: lineOf(redactor, reason) }] },
});
