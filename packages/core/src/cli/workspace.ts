import { check } from '../check.js';
import { projectIn } from '../gather/commands/index.js';
import { sweepLeftovers, watchTree } from '../gather/git/index.js';
import { stopWatchdog } from '../gather/run/index.js';
import type { Inputs, Judgement, Trials } from '../model/index.js';
import { openRunFolder } from '../store/index.js';
import { pruneRuns } from '../store/prune.js';
import { createRedactor } from '../text/redact/index.js';
import { exitCodeOf } from './exit-code.js';
import type { CheckOptions } from './options.js';
import { artifactsOf } from './workspace/artifacts.js';
import { type Change, NO_CHANGE, readChange } from './workspace/change.js';
import { type Checks, runChecks } from './workspace/checks.js';
import { chosenCommands } from './workspace/choose.js';
import { commandFindings, recipesFrom, withScriptWorth } from './workspace/command-findings.js';
import { type Interrupt, interruptedBy, interruption, listenForInterrupt } from './workspace/interrupt.js';
import { type Io, processIo } from './workspace/io.js';
import { openRehearsal } from './workspace/rehearsal.js';
import { newRunId } from './workspace/run-id.js';
import { openScene, type Scene } from './workspace/scene.js';
import { type Settings, settingsOf } from './workspace/settings.js';
import { withRun } from './workspace/verdict.js';
import { watcherOf } from './workspace/watched.js';
import { syntaxFor } from './syntax-for.js';

/** Judges the change in a work tree: runs its checks, keeps the evidence, prints the verdict. Gives the exit code. */
export async function runWorkspace(options: CheckOptions, io: Io = processIo(), early?: Interrupt): Promise<number> {
  const interrupt = early ?? listenForInterrupt();
  let scene: Scene | null = null;
  try {
    const started = io.now();
    scene = await openScene(options, io);
    const settings = settingsOf(options, scene.loaded.config, scene.repo.workspace, io.env);
    return await runIn(scene, settings, options.pretty, io, interrupt, started);
  } catch (error) {
    const came = interrupt.came();
    throw came === null ? error : interruption(came, error);
  } finally {
    scene?.snapshot.shadow.dispose();
    await stopWatchdog();
    interrupt.release();
  }
}

async function runIn(scene: Scene, settings: Settings, pretty: boolean, io: Io, interrupt: Interrupt, started: Date): Promise<number> {
  const { workspace, shortCommit } = scene.repo;
  const id = newRunId(started);
  const redactor = createRedactor({ env: settings.secrets });
  const hide = (text: string) => redactor.redact(text);
  // Before anything is run: a workspace that cannot be written to is told at once.
  const run = openRunFolder(workspace, id, settings.output);
  try {
    const watch = watchTree(scene.repo, scene.snapshot);
    const context = { repo: scene.repo, watch, settings, runId: id, started, now: () => io.now(), isInterrupted: () => interrupt.came() !== null, clean: (value: unknown) => redactor.redactJson(value) };
    const [change, reuse] = await Promise.all([
      changeIn(scene, run.folder, interrupt),
      settings.reuse === null ? null : import('./workspace/reuse.js').then(({ openReuse }) => openReuse(context)),
    ]);
    const project = projectIn(workspace);
    const recipes = recipesFrom((name) => project.text(name));
    const groups = chosenCommands(settings, project).map((group) => group.map(({ command }) => command));
    const commands = groups.flat();
    const trials = settings.trials.size === 0 ? null : await (await import('./workspace/trials.js')).openTrials(scene, settings.trials);
    const stages = settings.stages === null ? null : await (await import('./workspace/stages.js')).openStages(settings.stages, scene, io);
    const watcher = watcherOf(watch, scene.repo.prefix, settings.results);
    const rehearsal = openRehearsal(inputsOf(scene, settings, change, started));
    let isFirst = true;
    const meanwhile = () => {
      rehearsal.begin();
      if (isFirst) sweepLeftovers(started);
      isFirst = false;
    };
    const checks = await runChecks(groups, { workspace, settings, io, interrupt, hide, watcher, reuse, meanwhile });
    rehearsal.end();
    const memory = settings.reuse === null ? null : context;
    const tried = trials === null || interrupt.came() !== null ? null : await trials.run({ run: runChecks, settings, io, interrupt, hide, groups, memory, diff: change.diff, checked: checks.runs });
    const staged = stages === null || interrupt.came() !== null ? [] : await stages.run({ scene, settings, change, checks, id, folder: run.folder, interrupt, now: () => io.now() });
    scene.snapshot.shadow.dispose();
    const results = settings.results.length === 0 ? null : (await import('./workspace/results.js')).readResults(settings.results, workspace, started, checks.runs);
    const findings = [...checks.findings, ...(tried?.findings ?? []), ...staged, ...(results?.findings ?? []), ...commandFindings(commands, scene.baseRecipes, recipes, change.files, scene.repo.prefix)];
    const judged = await judgementOf(scene, settings, { ...change, findings: [...change.findings, ...findings] }, { ...checks, runs: [...withScriptWorth(checks.runs, recipes), ...(results?.runs ?? [])] }, tried?.trials, interrupt, started);
    const judgement = withRun(judged, {
      id, started_at: started.toISOString(), completed: io.now(), workspace, base_ref: scene.base.ref, head_ref: shortCommit, artifacts_dir: run.folder,
      changed_files: change.files.map(({ path }) => path), ran: checks.ran, timeoutMs: settings.timeoutMs, hasTask: settings.task !== '', hasReport: settings.report !== '',
    });
    run.write(artifactsOf(judgement, settings, change, checks, tried, hide));
    const came = interrupt.came();
    if (came !== null) throw interruption(came);
    if (settings.output === null) pruneRuns(workspace, id, settings.keepRuns);
    await io.print(judgement, { pretty, ...(settings.format === undefined ? {} : { format: settings.format }) }, settings.secrets);
    return exitCodeOf(judgement.verdict.final_verdict ?? 'inconclusive', settings.failOn);
  } catch (error) {
    run.discard();
    throw error;
  }
}

/** An interrupt may have reached git first: then there is no change to speak of. */
async function changeIn(scene: Scene, runFolder: string, interrupt: Interrupt): Promise<Change> {
  try {
    return await readChange(scene, runFolder);
  } catch (error) {
    if (interrupt.came() === null) throw error;
    return NO_CHANGE;
  }
}

async function judgementOf(scene: Scene, settings: Settings, change: Change, { runs }: Checks, trials: Trials | undefined, interrupt: Interrupt, started: Date): Promise<Judgement> {
  const syntax = await syntaxFor(change.diff);
  const came = interrupt.came();
  return came === null ? check({ ...inputsOf(scene, settings, change, started), runs, ...(trials === undefined ? {} : { trials }), syntax }) : interruptedBy(came, settings);
}

/** All but the logs, and the grammars. */
function inputsOf({ loaded }: Scene, { task, report, policy }: Settings, { diff, whole, findings }: Change, started: Date): Omit<Inputs, 'runs' | 'syntax'> {
  return { task, diff, whole, report, workspace: true, findings: [...loaded.findings, ...findings], ...(policy === undefined ? {} : { policy }), now: started.toISOString() };
}
