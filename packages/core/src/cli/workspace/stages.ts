import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Notice, type Run, UsageError } from '../../model/index.js';
import { pointOf } from '../../rules/verification/points.js';
import { load as here } from '../load.js';
import type { Change } from './change.js';
import type { Checks } from './checks.js';
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
  readonly change: Pick<Change, 'patch'>;
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
}

/** Finds the package before anything is run. Errors: UsageError when it is missing, or when a stage may not ask and has nothing to go by. */
export async function openStages(asked: StagesAsked, io: Io): Promise<{ run(staging: Staging): Promise<readonly Notice[]> }> {
  const wanted = asked.stages.filter((stage) => ASKING.has(stage) && !(stage === 0 && asked.reuseClaims !== undefined));
  if (wanted.length > 0 && !asked.allowLlm) throw new UsageError(`--stages ${wanted.join(',')} asks a model, which is sent the change: say --allow-llm, or name stages 1 and 2 only`);
  if (wanted.length > 0 && asked.config.provider === undefined) throw new UsageError(`--stages ${wanted.join(',')} needs a model: name one in \`stages.provider\` of the configuration, at the base or with --config`);
  const { runStages } = await stagePackage(io);
  return { run: (staging) => findingsOf(runStages, asked, staging) };
}

async function findingsOf(runStages: StagePackage['runStages'], asked: StagesAsked, { scene, settings, change, checks, id, folder, interrupt, now }: Staging): Promise<readonly Notice[]> {
  const { stages, allowLlm, reuseClaims, config: { provider = null, taskTier = 'secondary', allowCommands = [] } } = asked;
  const { findings } = await runStages({
    root: scene.repo.workspace, runId: id, runFolder: folder, base: scene.base.commit, head: scene.repo.commit,
    task: settings.task, taskSource: { tier: taskTier, kind: 'user-prompt', ref: 'task' }, diff: change.patch, report: settings.report,
    stages, provider, allowLlm, reuseClaims,
    checks: checks.runs.map((run, at) => ({ kind: kindOf(run), command: checks.ran[at]?.command ?? '', outcome: outcomeOf(run), path: 'verify-logs.txt' })),
    authorizeCommand: (command: string) => allowCommands.includes(command),
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
