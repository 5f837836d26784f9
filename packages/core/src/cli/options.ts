import { Command, CommanderError, Option } from 'commander';
import { UsageError, type FinalVerdict } from '../model/index.js';
import { FINAL_VERDICTS } from '../model/schemas/names.js';
import type { Format } from '../report/index.js';
import { HELP } from './help.js';

export interface CheckOptions {
  task?: string;
  taskFile?: string;
  diff?: string;
  diffFile?: string;
  logs?: string;
  logsFile?: string;
  report?: string;
  reportFile?: string;
  base?: string;
  workspace?: string;
  config?: string;
  verifyCommands?: string[];
  verifyTimeoutMs?: number;
  jobs?: number;
  reuse?: boolean;
  compareBase?: boolean;
  restoreTests?: boolean;
  redProof?: boolean;
  stages?: readonly number[];
  allowLlm?: boolean;
  reuseClaims?: string;
  results?: string[];
  outputDir?: string;
  format?: Format;
  pretty: boolean;
  failOn?: FinalVerdict;
}

/** Flags that only workspace mode has. */
export const WORKSPACE_FLAGS = { base: '--base', workspace: '--workspace', config: '--config', verifyCommands: '--verify-command', verifyTimeoutMs: '--verify-timeout-ms', jobs: '--jobs', reuse: '--reuse', compareBase: '--compare-base', restoreTests: '--restore-tests', redProof: '--red-proof', stages: '--stages', allowLlm: '--allow-llm', reuseClaims: '--reuse-claims', results: '--results', outputDir: '--output-dir' } as const satisfies Partial<Record<keyof CheckOptions, string>>;

const PAIRS = [
  ['--task', '--task-file', '--intent', '--intent-file'],
  ['--diff', '--diff-file'],
  ['--verify-logs', '--verify-logs-file'],
  ['--builder-report', '--builder-report-file'],
] as const;
const RESERVED = ['--pr'] as const;
const LAST_STAGE = 5;
const VALUES = [...PAIRS.flat(), ...Object.values(WORKSPACE_FLAGS), '--format', '--fail-on'];
/** Each may be asked for, and taken back where the configuration asks for it. */
const TOGGLES = ['--reuse', '--compare-base', '--restore-tests', '--red-proof'] as const;
const SWITCHES = [...TOGGLES.map((flag) => flag.replace('--', '--no-')), '--allow-llm', '--json', '--markdown', '--pretty', '--help', '--version'];
const FORMATS = ['json', 'markdown', 'text'] as const satisfies readonly Format[];
const SHOWN = 60;

/** Reads the arguments behind the command word. Throws UsageError with one sentence; 'help' and 'version' ask for those. */
export function readOptions(args: readonly string[]): CheckOptions | 'help' | 'version' {
  for (const flag of RESERVED) {
    if (args.some((arg) => arg === flag || arg.startsWith(`${flag}=`))) throw new UsageError(`${flag} is reserved and not built yet: check out the pull request, and verify its work tree`);
  }
  const command = commandOf();
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw new UsageError(sentenceOf(error));
    throw error;
  }
  const [word] = command.args;
  if (word !== undefined) throw new UsageError(`${quoted(word)} belongs to no option, see ${HELP.call}`);
  const raw = command.opts<Record<string, unknown>>();
  if (raw['help'] === true) return 'help';
  if (raw['version'] === true) return 'version';
  const given = (flag: string) => raw[keyOf(flag)] !== undefined;
  for (const names of PAIRS) {
    const both = names.filter(given);
    if (both.length > 1) throw new UsageError(`${both.join(' and ')} give the same input, give one of them`);
  }
  return optionsOf(raw);
}

function commandOf(): Command {
  const command = new Command('verifier').exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined }).helpOption(false).allowExcessArguments();
  const text = (flag: string) => (value: string) => valueOf(flag, value);
  for (const flag of PAIRS.flat()) command.addOption(new Option(`${flag} <value>`).argParser(text(flag)));
  for (const flag of ['--base', '--workspace', '--config', '--output-dir', '--reuse-claims']) command.addOption(new Option(`${flag} <value>`).argParser(text(flag)));
  for (const flag of ['--verify-command', '--results']) command.addOption(new Option(`${flag} <value>`).argParser((value: string, all: string[] | undefined) => [...(all ?? []), valueOf(flag, value)]));
  command.addOption(new Option('--verify-timeout-ms <value>').argParser((value) => positiveInteger('--verify-timeout-ms', ' of milliseconds', value)));
  command.addOption(new Option('--stages <value>').argParser((value) => stagesIn(valueOf('--stages', value))));
  command.addOption(new Option('--jobs <value>').argParser((value) => positiveInteger('--jobs', '', value)));
  command.addOption(new Option('--format <value>').argParser(oneOf('--format', FORMATS)));
  command.addOption(new Option('--fail-on <value>').argParser(oneOf('--fail-on', FINAL_VERDICTS)));
  for (const flag of [...TOGGLES.flatMap((toggle) => [toggle, toggle.replace('--', '--no-')]), '--allow-llm', '--json', '--markdown', '--pretty']) command.addOption(new Option(flag));
  return command.addOption(new Option('-h, --help')).addOption(new Option('-v, --version'));
}

// A value may begin with dashes (`--diff "--- a/x"`), but a flag of ours in its place is a forgotten value.
function valueOf(flag: string, value: string): string {
  if ([...VALUES, ...SWITCHES].includes(value)) throw new UsageError(`${flag} needs a value, and ${value} is an option`);
  return value;
}

function oneOf(flag: string, choices: readonly string[]): (value: string) => string {
  return (value) => {
    if (choices.includes(value)) return value;
    throw new UsageError(`${flag} must be one of ${choices.join(', ')}, got ${quoted(value)}`);
  };
}

function stagesIn(value: string): number[] {
  const words = value.split(',').map((word) => word.trim());
  const bad = words.find((word) => !/^\d$/.test(word) || Number(word) > LAST_STAGE);
  if (bad !== undefined) throw new UsageError(`--stages must name stages from 0 to ${LAST_STAGE}, with commas between them, got ${quoted(value)}`);
  return [...new Set(words.map(Number))].sort();
}

function positiveInteger(flag: string, unit: string, value: string): number {
  const number = Number(value);
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(number) || number < 1) throw new UsageError(`${flag} must be a positive whole number${unit}, got ${quoted(value)}`);
  return number;
}

function optionsOf(raw: Record<string, unknown>): CheckOptions {
  const formats = [raw['json'] === true ? 'json' : undefined, raw['markdown'] === true ? 'markdown' : undefined, raw['format'] as Format | undefined].filter((one) => one !== undefined);
  if (new Set(formats).size > 1) throw new UsageError(`one format at a time, not ${[...new Set(formats)].join(' and ')}`);
  const [format] = formats as readonly Format[];
  const picked: Record<string, unknown> = {
    task: raw['task'] ?? raw['intent'],
    taskFile: raw['taskFile'] ?? raw['intentFile'],
    diff: raw['diff'],
    diffFile: raw['diffFile'],
    logs: raw['verifyLogs'],
    logsFile: raw['verifyLogsFile'],
    report: raw['builderReport'],
    reportFile: raw['builderReportFile'],
    base: raw['base'],
    workspace: raw['workspace'],
    config: raw['config'],
    verifyCommands: raw['verifyCommand'],
    verifyTimeoutMs: raw['verifyTimeoutMs'],
    jobs: raw['jobs'],
    reuse: raw['reuse'],
    compareBase: raw['compareBase'],
    restoreTests: raw['restoreTests'],
    redProof: raw['redProof'],
    stages: raw['stages'],
    allowLlm: raw['allowLlm'],
    reuseClaims: raw['reuseClaims'],
    results: raw['results'],
    outputDir: raw['outputDir'],
    format,
    failOn: raw['failOn'],
  };
  const given = Object.fromEntries(Object.entries(picked).filter(([, value]) => value !== undefined)) as Partial<CheckOptions>;
  return { ...given, pretty: raw['pretty'] === true };
}

const keyOf = (flag: string) => flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const quoted = (value: string): string => JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);

// commander 14 says `error: unknown option '--x'\n(Did you mean --y?)` and `error: option '--x <value>' argument missing`.
function sentenceOf({ code, message }: CommanderError): string {
  const [, name = ''] = /'([^\n]*)'/.exec(message) ?? [];
  if (code === 'commander.optionMissingArgument') return `${name.replace(' <value>', '')} needs a value`;
  const near = /\(Did you mean (?:one of )?([^\n?]*)\?\)$/.exec(message)?.[1]?.replace(/, (?=[^,]*$)/, ' or ');
  return `there is no option ${quoted(name)}, ${near === undefined ? 'see' : `did you mean ${near}? See`} ${HELP.call}`;
}
