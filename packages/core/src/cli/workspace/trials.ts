import { surfaceOf } from '../../evidence/diff/surface.js';
import { askGit } from '../../gather/git/index.js';
import { bringDependencies, type Dependencies, dependenciesIn, layOut, type Mix, plainMix, swappedMix, treeOfChange, withManifests } from '../../gather/trial/index.js';
import { type DiffModel, GatherError, type Notice, type Run, TRIALS, type Trial, type TrialKind, type Trials } from '../../model/index.js';
import { pointOf } from '../../rules/verification/points.js';
import { briefly } from '../../text/one-line.js';
import { installs } from './installs.js';
import type { Scene } from './scene.js';
import type { Groups } from './settings.js';
import { type TrialPlace, type TrialRuns, runTrial } from './trial-runs.js';

/** What was run beside the checks, and how it is kept. */
export interface Tried {
  readonly trials: Trials;
  readonly findings: readonly Notice[];
  readonly transcript: string;
  /** For `findings.json`. */
  readonly told: readonly { readonly trial: TrialKind; readonly obstacle: string | null; readonly commands: readonly { readonly command: string; readonly exit_code: number | null; readonly timed_out: boolean }[] }[];
}

export interface Trialing extends Omit<TrialPlace, 'scene'> {
  readonly groups: Groups;
  readonly diff: DiffModel;
  /** What the checks gave, in the order of their commands. */
  readonly checked: readonly Run[];
}

export interface TrialsToRun {
  run(how: Trialing): Promise<Tried | null>;
}

const TITLES = {
  base: 'The base',
  restored: 'What was changed, under the tests and runner settings of the base',
  proof: 'The tests of the change, on the product of the base',
} as const satisfies Record<TrialKind, string>;

/** Records the change before the checks run, since they may write. The shadow has to be there still when the trials run. */
export async function openTrials(scene: Scene, wanted: ReadonlySet<TrialKind>): Promise<TrialsToRun> {
  const change = wanted.has('restored') || wanted.has('proof') ? await treeOfChange(scene.snapshot.shadow) : null;
  return {
    async run(how) {
      if (how.groups.flat().length === 0) return null;
      const done: [TrialKind, TrialRuns][] = [];
      const place = { ...how, scene };
      const dependencies = await dependenciesIn(scene.repo, scene.snapshot.shadow);
      for (const kind of TRIALS) {
        if (!wanted.has(kind) || how.interrupt.came() !== null) continue;
        const runs = await orObstacle(() => runOne(kind, place, change, dependencies));
        if (runs !== null) done.push([kind, runs]);
      }
      return done.length === 0 ? null : triedOf(await shortened(scene), done);
    },
  };
}

async function runOne(kind: TrialKind, place: Trialing & TrialPlace, change: string | null, dependencies: Dependencies): Promise<TrialRuns | null> {
  const { scene: { repo, base, snapshot: { shadow } }, groups, diff, checked } = place;
  const { checks, tests, manifests, product, lockfiles } = surfaceOf(diff.files);
  if (kind !== 'base') {
    if (kind === 'restored' ? checks.length + manifests.length === 0 : tests.length === 0 || product.length === 0) return null;
    if (checked.some((run) => pointOf(run) === 'red')) return obstacle('the checks themselves are red');
    if (change === null) return obstacle('a merge is not resolved, so the change is no tree');
  }
  const isInstalling = installs(groups.flat());
  const [lock] = lockfiles;
  // What is installed belongs to the lockfile of the change.
  if (kind !== 'restored' && lock !== undefined && dependencies.folders.length > 0 && !isInstalling) {
    return obstacle(`${lock.path} is another one at the base, so the dependencies that are installed here are not the base's. Name a command that installs them before the tests`);
  }
  const mix: Mix = kind === 'base' || change === null ? plainMix(base.commit) : kind === 'restored'
    ? await withManifests(repo, shadow, swappedMix(change, base.commit, checks, 'base'), manifests.map(({ path }) => path))
    : swappedMix(base.commit, change, tests, 'change');
  if (kind === 'restored' && mix.swapped.length + mix.texts.size === 0) return null; // a manifest in which another thing changed
  const tree = await layOut(repo, shadow, kind, base.commit, mix);
  bringDependencies(repo, tree, isInstalling ? { ...dependencies, folders: [] } : dependencies);
  return runTrial(kind, tree, mix.told, place);
}

const obstacle = (why: string): TrialRuns => ({ trial: { obstacle: why, runs: [], again: [], swapped: [] }, findings: [], transcript: '' });

/** Nothing of a trial may cost the verdict: what git or the disk refuses is said. */
async function orObstacle(run: () => Promise<TrialRuns | null>): Promise<TrialRuns | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof GatherError || (error instanceof Error && 'syscall' in error)) return obstacle(briefly(error.message));
    throw error;
  }
}

async function shortened({ repo, base }: Scene): Promise<string> {
  const answer = await askGit(['rev-parse', '--short', base.commit], repo.place);
  return answer.code === 0 ? answer.stdout.toString().trim() : base.commit;
}

function triedOf(ref: string, done: readonly (readonly [TrialKind, TrialRuns])[]): Tried {
  return {
    trials: { ref, ...(Object.fromEntries(done.map(([kind, { trial }]) => [kind, trial])) as Partial<Record<TrialKind, Trial>>) },
    findings: done.flatMap(([, { findings }]) => findings),
    transcript: done.map(([kind, { trial, transcript }]) => `# ${TITLES[kind]}\n\n${trial.obstacle === null ? transcript : `Not run: ${trial.obstacle}\n\n`}`).join(''),
    told: done.map(([trial, { trial: { obstacle: why, runs } }]) => ({ trial, obstacle: why, commands: runs.map(({ command, exit }) => ({ command: command ?? '', exit_code: exit?.code ?? null, timed_out: exit?.timedOut ?? false })) })),
  };
}
