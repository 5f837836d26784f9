import path from 'node:path';
import { type Project, projectIn } from '../../gather/commands/index.js';
import { type Environment, openRepository } from '../../gather/git/index.js';
import { UsageError } from '../../model/index.js';
import { HELP } from '../help.js';
import { type CheckOptions, readOptions } from '../options.js';
import { type Chosen, chosenCommands } from './choose.js';
import { baseOf, type Scene } from './scene.js';
import { type Settings, settingsOf } from './settings.js';

/** What a check would do, without doing it. */
export interface Planned extends Pick<Scene, 'repo' | 'base' | 'loaded'> {
  readonly settings: Settings;
  readonly project: Project;
  readonly groups: readonly (readonly Chosen[])[];
}

const REFUSED = { diff: '--diff', diffFile: '--diff-file', logs: '--verify-logs', logsFile: '--verify-logs-file', failOn: '--fail-on' } as const satisfies Partial<Record<keyof CheckOptions, string>>;

/** Options of a command that looks at what a check would run. Errors: UsageError. */
export function plannedOptions(command: string, args: readonly string[]): CheckOptions {
  const options = readOptions(args);
  if (typeof options === 'string') throw new UsageError(`verifier ${command} has no option "--${options}", see ${HELP.call}`);
  const wrong = (Object.keys(REFUSED) as (keyof typeof REFUSED)[]).find((key) => options[key] !== undefined);
  if (wrong !== undefined) throw new UsageError(`verifier ${command} looks at what would be run in a workspace, and takes no ${REFUSED[wrong]}`);
  if (options.format === 'markdown') throw new UsageError(`verifier ${command} answers in text or JSON, not in Markdown`);
  return options;
}

/** Runs nothing but git, and writes nothing. Errors: UsageError, GatherError. */
export async function openPlanned(options: CheckOptions, cwd: string, env: Environment): Promise<Planned> {
  const repo = await openRepository(path.resolve(cwd, options.workspace ?? '.'), env);
  const { base, loaded } = await baseOf(repo, options, cwd);
  const settings = settingsOf(options, loaded.config, repo.workspace, env);
  const project = projectIn(repo.workspace);
  return { repo, base, loaded, settings, project, groups: chosenCommands(settings, project) };
}
