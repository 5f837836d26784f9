import { writeSync } from 'node:fs';
import { GatherError, UsageError } from '../model/index.js';
import { redact } from '../text/redact/index.js';
import { runDirect } from './direct.js';
import { HELP } from './help.js';
import type { Interrupt } from './listen.js';
import type { Load } from './load.js';
import { modeOf, type Word } from './mode.js';
import { readOptions } from './options.js';
import { writeOut } from './print.js';

const COMMANDS = ['check', 'verdict'] as const satisfies readonly Word[];
/** Commands that only answer with a text, each in a unit of its own. */
const LATE: Readonly<Record<string, (args: readonly string[], cwd: string) => Promise<string>>> = {
  plan: async (args, cwd) => (await import('./plan.js')).planText(args, cwd, process.env),
  runs: async (args, cwd) => (await import('./runs.js')).runsText(args, cwd, process.env),
  report: async (args, cwd) => (await import('./report.js')).runText(args, cwd, process.env),
  receipts: async (args, cwd) => (await import('./receipts.js')).receiptsText(args, cwd, process.env),
};
const CALLS = ['check', 'verdict', 'explain', 'plan', 'report', 'receipts', '--version', '--help'];

/** Runs one call of the command line and gives its exit code. Errors become one sentence on stderr and 2. */
export async function runProgram(args: readonly string[], interrupt?: Interrupt, load?: Load): Promise<number> {
  try {
    return await dispatch(args, interrupt, load);
  } catch (error) {
    say(`verifier: ${sentenceOf(error)}\n`);
    if (process.env['VERIFIER_DEBUG'] === '1' && error instanceof Error) say(`${error.stack ?? ''}\n`);
    return 2;
  }
}

async function dispatch(args: readonly string[], interrupt?: Interrupt, load?: Load): Promise<number> {
  if (args.length === 0) return withoutArguments();
  const [first = ''] = args;
  if (first === 'explain') return printRule(args.slice(1));
  if (first === 'help') return printHelp();
  const late = Object.hasOwn(LATE, first) ? LATE[first] : undefined;
  if (late !== undefined) return printAnswer(late, args.slice(1));
  const word = COMMANDS.find((one) => one === first) ?? 'none';
  if (word === 'none' && !first.startsWith('-')) throw new UsageError(`there is no command ${JSON.stringify(first.slice(0, 60))}, did you mean verifier ${nearest(first)}? See ${HELP.call}`);
  if (word === 'none' && args.some((arg) => arg === '--version' || arg === '-v')) return printVersion(args);
  const options = readOptions(word === 'none' ? args : args.slice(1));
  if (options === 'help') return printHelp();
  if (options === 'version') return printVersion(args);
  if (modeOf(word, options, currentFolder()) === 'direct') {
    interrupt?.release(); // it reads from a terminal and may be waiting: a signal ends it as it ends any program
    return runDirect(options);
  }
  const [{ runWorkspace }, { processIo }] = await Promise.all([import('./workspace.js'), import('./workspace/io.js')]);
  return runWorkspace(options, processIo(load), interrupt);
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new GatherError('the current folder is gone or may not be read: change into one that is there', { cause });
  }
}

// `explian` is meant to explain; whoever says `run` or `verify` means the command that everybody needs.
const nearest = (word: string): string => CALLS.find((call) => call.replace('--', '').startsWith(word.slice(0, 4))) ?? 'check';

async function printRule(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return printHelp();
  const { explain } = await import('./explain.js');
  return explain(args);
}

async function printAnswer(answer: (args: readonly string[], cwd: string) => Promise<string>, args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return printHelp();
  writeOut(await answer(args, currentFolder()));
  return 0;
}

function printHelp(): number {
  writeOut(HELP.text);
  return 0;
}

async function printVersion(args: readonly string[]): Promise<number> {
  const extra = args.filter((arg) => !['--version', '-v', '--json'].includes(arg));
  if (extra.length > 0) throw new UsageError(`--version takes only --json, not ${extra.join(' ')}`);
  const { versionText } = await import('./version.js');
  writeOut(await versionText(args.includes('--json')));
  return 0;
}

async function withoutArguments(): Promise<number> {
  if (process.env['KAIZEN_VERIFIER_RESULT_PATH'] !== undefined) {
    const { checkPrompt } = await import('./kaizen.js');
    return checkPrompt();
  }
  say(HELP.text);
  return 2;
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof GatherError) return oneLineOf(error.message);
  return `internal error: ${oneLineOf(error instanceof Error ? error.message : String(error))} (VERIFIER_DEBUG=1 shows where)`;
}

const oneLineOf = (text: string): string => text.replace(/[\u0000-\u001F\u007F]+/g, ' ').trim();

const say = (text: string): void => {
  try {
    writeSync(2, redact(text, { env: process.env }));
  } catch {
    // Nobody reads stderr, or it is full: the exit code says it as well.
  }
};
