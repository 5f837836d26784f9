import { type Project, readPackageJson, scriptsBehind } from '../gather/commands/index.js';
import type { Environment } from '../gather/git/index.js';
import { type TrialKind, TRIALS } from '../model/index.js';
import { createRedactor } from '../text/redact/index.js';
import { shown } from '../text/shown.js';
import type { Chosen } from './workspace/choose.js';
import { openPlanned, plannedOptions } from './workspace/planned.js';

interface Planned extends Chosen {
  /** Scripts of package.json that the command comes to, with what they are. */
  readonly scripts: readonly { readonly name: string; readonly text: string }[];
}

interface Plan {
  readonly schemaVersion: 1;
  readonly workspace: string;
  readonly base_ref: string;
  readonly timeout_ms: number;
  readonly jobs: number;
  readonly groups: readonly (readonly Planned[])[];
  /** On what the commands would be run once more. */
  readonly trials: readonly TrialKind[];
  readonly warnings: readonly string[];
}

const ONCE_MORE = {
  base: 'of the base',
  restored: 'of what was changed, under the tests and runner settings of the base (a second time where they fail)',
  proof: 'of the base, with the changed tests',
} as const satisfies Record<TrialKind, string>;

/** `verifier plan`: what a check would run here, and why. Runs nothing but git. Errors: UsageError, GatherError. */
export async function planText(args: readonly string[], cwd: string, env: Environment): Promise<string> {
  const options = plannedOptions('plan', args);
  const { repo, base, loaded, settings, project, groups } = await openPlanned(options, cwd, env);
  const plan: Plan = {
    schemaVersion: 1,
    workspace: repo.workspace,
    base_ref: base.ref,
    timeout_ms: settings.timeoutMs,
    jobs: settings.jobs,
    groups: groups.map((group) => group.map((chosen) => withScripts(chosen, project))),
    trials: TRIALS.filter((kind) => settings.trials.has(kind)),
    warnings: loaded.findings.map(({ message }) => message),
  };
  const { redact, redactJson } = createRedactor({ env: settings.secrets });
  return options.format === 'json' ? `${redactJson(plan, options.pretty ? 2 : 0)}\n` : redact(shownPlan(plan));
}

function withScripts(chosen: Chosen, project: Project): Planned {
  const scripts = readPackageJson(project.text('package.json'))?.scripts ?? {};
  return { ...chosen, scripts: scriptsBehind(chosen.command, scripts).map((name) => ({ name, text: scripts[name] ?? '' })) };
}

function shownPlan({ workspace, base_ref, timeout_ms, jobs, groups, trials, warnings }: Plan): string {
  const lines = [`In ${workspace}, compared with ${base_ref}:`, ''];
  if (groups.length === 0) lines.push('Nothing would be run: no command is named, and none can be told from the files here.');
  for (const [index, group] of groups.entries()) {
    const number = `${index + 1}. `;
    if (group.length > 1) lines.push(`${number}side by side, ${Math.min(jobs, group.length)} at a time`);
    for (const { command, because, scripts } of group) {
      const indent = ' '.repeat(number.length);
      lines.push(`${group.length > 1 ? `${indent}- ` : number}${oneLine(command)}`, `${indent}  because: ${because}`);
      for (const { name, text } of scripts) lines.push(`${indent}  ${name}: ${oneLine(text)}`);
    }
  }
  if (groups.length > 0 && trials.length > 0) lines.push('', 'All of them once more, each time in a temporary checkout:', ...trials.map((kind) => `- ${ONCE_MORE[kind]}`));
  if (groups.length > 0) lines.push('', `Each may take ${timeout_ms / 1000} s. Nothing was run.`);
  return `${[...lines, ...warnings.map((warning) => `Note: ${oneLine(warning)}.`)].join('\n')}\n`;
}

const oneLine = (text: string): string => shown(text).replaceAll('\t', ' ');
