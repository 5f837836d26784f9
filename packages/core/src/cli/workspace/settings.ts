import { availableParallelism } from 'node:os';
import { CONFIG_FILE, intentIn } from '../../gather/config/index.js';
import type { Environment } from '../../gather/git/index.js';
import { readText } from '../../gather/read-text.js';
import { commandEnvironment, secretEnvironment } from '../../gather/run/index.js';
import { type Config, type FinalVerdict, type Policy, type TrialKind, UsageError } from '../../model/index.js';
import type { Format } from '../../report/index.js';
import type { OutputDir } from '../../store/index.js';
import type { CheckOptions } from '../options.js';
import { outputOf } from './output.js';
import { policyOf } from './policy.js';

const TIMEOUT_MS = 600_000;
const KEPT_RUNS = 50;
/** Of 100 remembered results so many are checked by running the command again. */
const SAMPLE = 5;

/** Commands that run side by side; one alone is a group as well. Groups run one after the other. */
export type Groups = readonly (readonly string[])[];

/** What a check works with, once command line and configuration are one. */
export interface Settings {
  readonly task: string;
  readonly report: string;
  /** null: nobody said, so the workspace is looked at. */
  readonly groups: Groups | null;
  /** Who named them, as people are told. */
  readonly namedBy: string;
  /** How many of a group run at the same time. */
  readonly jobs: number;
  /** What the commands find in their environment. */
  readonly env: Environment;
  /** The environment whose values must not be seen in what is kept or said. */
  readonly secrets: Environment;
  readonly keepRuns: number;
  /** How results of earlier runs are used; null: they are not. */
  readonly reuse: { readonly sample: number; readonly env: readonly string[] } | null;
  /** What is run beside the checks. */
  readonly trials: ReadonlySet<TrialKind>;
  /** What is asked of the opt-in stages; null: nothing. */
  readonly stages: StagesAsked | null;
  readonly timeoutMs: number;
  /** Globs of result files that the commands write. */
  readonly results: readonly string[];
  readonly policy: Policy | undefined;
  readonly output: OutputDir | null;
  readonly format: Format | undefined;
  readonly failOn: FinalVerdict | undefined;
}

/** Joins both; the command line wins. Errors: UsageError, GatherError for a file that cannot be read. */
export function settingsOf(options: CheckOptions, config: Config, workspace: string, env: Environment): Settings {
  const groups = (options.verifyCommands ?? config.verifyCommands)?.map((one) => (typeof one === 'string' ? [one] : one)) ?? null;
  if (groups?.flat().some((command) => command.trim() === '') === true) {
    throw new UsageError(`${options.verifyCommands === undefined ? `${CONFIG_FILE}: \`verifyCommands\`` : '--verify-command'} holds an empty command: name what is to be run`);
  }
  return {
    task: taskOf(options, config, workspace),
    report: options.report ?? (options.reportFile === undefined ? '' : readText(options.reportFile, '--builder-report-file')),
    groups,
    namedBy: options.verifyCommands === undefined ? `${options.config === undefined ? CONFIG_FILE : '--config'} names it` : 'given with --verify-command',
    jobs: options.jobs ?? config.jobs ?? Math.max(2, availableParallelism()),
    env: commandEnvironment(env, config),
    secrets: secretEnvironment(env, config),
    keepRuns: config.keepRuns ?? KEPT_RUNS,
    reuse: reuseOf(options, config),
    trials: trialsOf(options, config),
    stages: stagesOf(options, config),
    timeoutMs: options.verifyTimeoutMs ?? config.verifyTimeoutMs ?? TIMEOUT_MS,
    results: options.results ?? config.results ?? [],
    policy: policyOf(config),
    output: outputOf(options, config),
    format: options.format ?? (config.markdown === true ? 'markdown' : undefined),
    failOn: options.failOn ?? config.failOn,
  };
}

function reuseOf({ reuse: asked }: CheckOptions, { reuse = false, env = {} }: Config): Settings['reuse'] {
  if (!(asked ?? reuse !== false)) return null;
  const more = typeof reuse === 'object' ? reuse : {};
  return { sample: more.sample ?? SAMPLE, env: [...Object.keys(env), ...(more.env ?? [])] };
}

/** What held at the base is known only when the base is run, too. */
function trialsOf(options: CheckOptions, config: Config): Settings['trials'] {
  const asks = (key: 'compareBase' | 'restoreTests' | 'redProof') => options[key] ?? config[key] ?? false;
  const restored = asks('restoreTests');
  return new Set<TrialKind>([...(asks('compareBase') || restored ? ['base' as const] : []), ...(restored ? ['restored' as const] : []), ...(asks('redProof') ? ['proof' as const] : [])]);
}

/** What the command line asks, and what the configuration gives to it. */
export interface StagesAsked {
  readonly stages: readonly number[];
  readonly allowLlm: boolean;
  readonly reuseClaims: string | undefined;
  readonly config: NonNullable<Config['stages']>;
}

function stagesOf({ stages, allowLlm, reuseClaims }: CheckOptions, config: Config): StagesAsked | null {
  if (stages !== undefined) return { stages, allowLlm: allowLlm ?? false, reuseClaims, config: config.stages ?? {} };
  const alone = [...(allowLlm === undefined ? [] : ['--allow-llm']), ...(reuseClaims === undefined ? [] : ['--reuse-claims'])];
  if (alone.length > 0) throw new UsageError(`${alone.join(' and ')} says nothing without --stages`);
  return null;
}

function taskOf(options: CheckOptions, config: Config, workspace: string): string {
  if (options.task !== undefined) return options.task;
  if (options.taskFile !== undefined) return readText(options.taskFile, '--task-file');
  if (config.intent !== undefined && config.intentFile !== undefined) throw new UsageError(`${CONFIG_FILE}: \`intent\` and \`intentFile\` give the same input, give one of them`);
  return config.intent ?? (config.intentFile === undefined ? '' : intentIn(workspace, config.intentFile));
}
