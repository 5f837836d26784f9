import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { surfaceOf } from '../../evidence/diff/surface.js';
import { bringDependencies, dependenciesIn, layOut, plainMix, treeOfChange } from '../../gather/trial/index.js';
import { type DiffModel, GatherError, type Notice, type Run, UsageError } from '../../model/index.js';
import { pointOf } from '../../rules/verification/points.js';
import { load as here } from '../load.js';
import type { Change } from './change.js';
import type { Checks } from './checks.js';
import { installs } from './installs.js';
import type { Interrupt } from './interrupt.js';
import type { Io } from './io.js';
import type { Scene } from './scene.js';
import type { Settings, StagesAsked } from './settings.js';

/** The package that holds the stages. Core does not depend on it: who wants it installs it beside verifier. */
const PACKAGE = '@verifier/agents';
/** Names the package's folder or file instead, for an installation that keeps it elsewhere. */
const PLACE = 'VERIFIER_STAGES_PACKAGE';
/** Stages that ask a model. */
const ASKING: ReadonlySet<number> = new Set([0, 3, 4]);

export interface Staging {
  readonly scene: Scene;
  readonly settings: Settings;
  readonly change: Pick<Change, 'patch' | 'diff'>;
  readonly checks: Checks;
  readonly id: string;
  /** Where the files of this run go. */
  readonly folder: string;
  readonly interrupt: Interrupt;
  readonly now: () => Date;
}

/** What this file needs of the package; its own types say more. */
interface StagePackage {
  runStages(request: Readonly<Record<string, unknown>>): Promise<{ readonly findings: readonly Notice[] }>;
  /** Finds the drivers of what stage 5 probes. */
  openTargets?(targets: readonly unknown[]): Promise<readonly unknown[]>;
  probeStage?(options: Readonly<Record<string, unknown>>): unknown;
}

/** The two sides of the change, each in a folder of its own, as stage 5 wants them. */
interface Projects {
  readonly base: string;
  readonly head: string;
}

/** Finds the package, and the drivers of its probes, before anything is run. Errors: UsageError when one is missing, or when a stage may not ask and has nothing to go by. */
export async function openStages(asked: StagesAsked, scene: Scene, io: Io): Promise<{ run(staging: Staging): Promise<readonly Notice[]> }> {
  const wanted = asked.stages.filter((stage) => asksModel(stage, asked));
  if (wanted.length > 0 && !asked.allowLlm) throw new UsageError(`--stages ${wanted.join(',')} asks a model, which is sent the change: say --allow-llm, or name stages 1 and 2 only`);
  if (wanted.length > 0 && asked.config.provider === undefined) throw new UsageError(`--stages ${wanted.join(',')} needs a model: name one in \`stages.provider\` of the configuration, at the base or with --config`);
  const stages = await stagePackage(io);
  const probes = asked.stages.includes(5) ? await openProbes(stages, asked, scene) : null;
  return { run: (staging) => findingsOf(stages.runStages, asked, probes?.(staging), staging) };
}

function asksModel(stage: number, { reuseClaims, config: { targets = [] } }: StagesAsked): boolean {
  if (stage === 5) return targets.some(({ scenarios }) => scenarios === undefined);
  return ASKING.has(stage) && !(stage === 0 && reuseClaims !== undefined);
}

/** The head is recorded before the checks run, since they may write; the folders are laid out when stage 5 asks for them. */
async function openProbes({ openTargets, probeStage }: StagePackage, { config: { targets = [], probeBudgetMs } }: StagesAsked, scene: Scene): Promise<(staging: Staging) => unknown> {
  if (targets.length === 0) throw new UsageError('--stages 5 has nothing to probe: name what to start in `stages.targets` of the configuration, at the base or with --config');
  if (openTargets === undefined || probeStage === undefined) throw new UsageError(`the installed ${PACKAGE} has no probes: install a version that fits`);
  const opened = await openTargets(targets).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  });
  const head = await treeOfChange(scene.snapshot.shadow);
  const isInstalling = installs(targets.flatMap(({ prepare = [] }) => prepare).map(({ executable, args = [] }) => [executable, ...args].join(' ')));
  return ({ change: { diff }, settings: { secrets } }) => probeStage({ targets: opened, projects: () => projectsOf(scene, head, diff, isInstalling), budgetMs: probeBudgetMs, env: secrets });
}

async function projectsOf({ repo, base, snapshot: { shadow } }: Scene, change: string | null, diff: DiffModel, isInstalling: boolean): Promise<Projects> {
  if (change === null) throw new GatherError('a merge is not resolved, so the change is no tree');
  const all = await dependenciesIn(repo, shadow);
  const [lock] = surfaceOf(diff.files).lockfiles;
  if (lock !== undefined && all.folders.length > 0 && !isInstalling) throw new GatherError(`${lock.path} is another one at the base, so the dependencies that are installed here are not the base's. Name a command that installs them in \`prepare\``);
  const dependencies = isInstalling ? { ...all, folders: [] } : all;
  const laid = async (name: string, tree: string): Promise<string> => {
    const at = await layOut(repo, shadow, name, base.commit, plainMix(tree));
    bringDependencies(repo, at, dependencies);
    return at.workspace;
  };
  return { base: await laid('probe-base', base.commit), head: await laid('probe-head', change) };
}

async function findingsOf(runStages: StagePackage['runStages'], asked: StagesAsked, probes: unknown, { scene, settings, change, checks, id, folder, interrupt, now }: Staging): Promise<readonly Notice[]> {
  const { stages, allowLlm, reuseClaims, config: { provider = null, taskTier = 'secondary', allowCommands = [] } } = asked;
  const { findings } = await runStages({
    root: scene.repo.workspace, runId: id, runFolder: folder, base: scene.base.commit, head: scene.repo.commit,
    task: settings.task, taskSource: { tier: taskTier, kind: 'user-prompt', ref: 'task' }, diff: change.patch, report: settings.report,
    stages, provider, allowLlm, reuseClaims,
    checks: checks.runs.map((run, at) => ({ kind: kindOf(run), command: checks.ran[at]?.command ?? '', outcome: outcomeOf(run), path: 'verify-logs.txt' })),
    authorizeCommand: (command: string) => allowCommands.includes(command),
    probes,
    env: settings.secrets, now, signal: interrupt.signal,
  });
  return findings;
}

const kindOf = (run: Run): 'test' | 'static' => (run.facts.some(({ kind }) => kind === 'totals') ? 'test' : 'static');

function outcomeOf(run: Run): 'passed' | 'failed' | 'not-run' {
  const point = pointOf(run);
  return point === 'green' ? 'passed' : point === 'red' ? 'failed' : 'not-run';
}

async function stagePackage({ env, cwd, load = here }: Io): Promise<StagePackage> {
  const named = env[PLACE];
  // Never from the workspace: what stands there is part of what is judged.
  const near = createRequire(path.join(import.meta.dirname, 'here.js'));
  let file: string;
  try {
    file = near.resolve(named === undefined ? PACKAGE : path.resolve(cwd, named));
  } catch (cause) {
    throw new UsageError(named === undefined ? `--stages needs the package ${PACKAGE}: install it beside verifier, \`npm install ${PACKAGE}\`` : `${PLACE} names ${JSON.stringify(named)}, which is no package`, { cause });
  }
  const loaded = await load(pathToFileURL(file).href);
  if (typeof loaded !== 'object' || loaded === null || !('runStages' in loaded) || typeof loaded.runStages !== 'function') throw new UsageError(`${file} has no runStages: install a version of ${PACKAGE} that fits`);
  return loaded as StagePackage;
}
