import { askGit } from '../../gather/git/index.js';
import { movedEnvironment, movedText, type TrialTree } from '../../gather/trial/index.js';
import type { Notice, Redacted, Run, Swapped, Trial, TrialKind } from '../../model/index.js';
import { pointOf } from '../../rules/verification/points.js';
import type { Checks, runChecks } from './checks.js';
import type { Interrupt } from './interrupt.js';
import type { Io } from './io.js';
import type { Reuse, ReuseContext } from './reuse.js';
import type { Scene } from './scene.js';
import type { Groups, Settings } from './settings.js';
import type { Watcher } from './watched.js';

export interface TrialPlace {
  /** Handed in, since this is loaded late: there is one watchdog, and it knows all commands. */
  readonly run: typeof runChecks;
  readonly scene: Scene;
  readonly settings: Settings;
  readonly io: Io;
  readonly interrupt: Interrupt;
  readonly hide: (text: string) => Redacted;
  readonly groups: Groups;
  /** How results are remembered; null: they are not. */
  readonly memory: Omit<ReuseContext, 'watch'> | null;
}

export interface TrialRuns {
  readonly trial: Trial;
  readonly findings: readonly Notice[];
  readonly transcript: string;
}

/** Runs the checks in a trial, with the same groups, environment, time and end as in the workspace. */
export async function runTrial(kind: TrialKind, tree: TrialTree, swapped: readonly Swapped[], place: TrialPlace): Promise<TrialRuns> {
  const { groups, interrupt } = place;
  const first = await runIn(kind, tree, place, groups);
  const runs = first.runs.map((run, at) => broughtHome(run, groups.flat()[at] ?? null, tree, place));
  const again: (Run | null)[] = [];
  let transcript = first.transcript;
  // What fails once may be flaky: against a change only what fails twice is held.
  for (const [at, run] of runs.entries()) {
    const command = groups.flat()[at];
    if (kind !== 'restored' || command === undefined || pointOf(run) !== 'red' || interrupt.came() !== null) again.push(null);
    else {
      const second = await runIn(kind, tree, place, [[command]]);
      again.push(second.runs.map((one) => broughtHome(one, command, tree, place))[0] ?? null);
      transcript += second.transcript;
    }
  }
  return { trial: { obstacle: null, runs, again, swapped }, findings: first.findings, transcript };
}

async function runIn(kind: TrialKind, tree: TrialTree, { run, scene, settings, io, interrupt, hide, memory }: TrialPlace, groups: Groups): Promise<Checks> {
  const { repo, snapshot: { shadow } } = scene;
  const moved = groups.map((group) => group.map((command) => movedText(command, repo.root, tree.root)));
  const env = movedEnvironment(settings.env, repo.root, tree.root);
  const reuse = kind === 'base' && memory !== null ? await remembering(memory, scene) : null;
  return run(moved, { workspace: tree.workspace, settings: { ...settings, env }, io, interrupt, hide, watcher: unwatched(shadow.folder), reuse, meanwhile: () => undefined });
}

/** Nobody reviews the files of a trial, so nothing is said of what commands write there. */
const unwatched = (folder: string): Watcher => ({ folder, look: () => Promise.resolve(false), findings: () => [], isStale: () => false });

/** What is remembered of the base's tree answers, whoever ran it; no sample, since a trial lacks what git ignores. */
async function remembering(memory: Omit<ReuseContext, 'watch'>, { repo, base, snapshot: { shadow } }: Scene): Promise<Reuse> {
  const { openReuse } = await import('./reuse.js');
  const answer = await askGit(['rev-parse', `${base.commit}^{tree}`], repo.place);
  const tree = answer.code === 0 ? answer.stdout.toString().trim() : null;
  const { reuse } = memory.settings;
  const settings = { ...memory.settings, reuse: reuse === null ? null : { ...reuse, sample: 0 } };
  return openReuse({ ...memory, settings, watch: { folder: shadow.folder, alterations: () => Promise.resolve([]), treeHash: () => Promise.resolve(tree) } });
}

/** With the command as the checks name it, and places as they are in the workspace. */
function broughtHome(run: Run, command: string | null, tree: TrialTree, { scene: { repo } }: TrialPlace): Run {
  const text = JSON.stringify({ ...run, command: null });
  const inner = (at: string) => JSON.stringify(at).slice(1, -1);
  return { ...(JSON.parse(text.replaceAll(inner(tree.root), () => inner(repo.root))) as Run), command };
}
