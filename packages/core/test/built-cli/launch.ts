import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AnySchemaObject, Ajv, type ValidateFunction } from 'ajv';
import type { KaizenResult } from '../../src/model/index.js';
import { CLI } from './built.js';

export const RESULT = '.kaizen/verifier/verify-result.json';

export interface Call {
  readonly workspace: string;
  readonly prompt: string;
  /** Absolute, or relative to the workspace. */
  readonly result?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cli?: readonly string[];
  /** What happens between the start and the prompt. */
  readonly before?: (child: ChildProcessWithoutNullStreams) => Promise<void> | void;
  /** The prompt is written, and stdin stays open. */
  readonly keepOpen?: boolean;
}

export interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The text of the result file; null when there is none. */
  readonly file: string | null;
  /** Writing the prompt failed, as EPIPE does; the loop has no handler for that. */
  readonly broken: string | null;
  /** What the loop takes from it. */
  readonly status: string;
}

const KEPT = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TMP', 'TEMP', 'KAIZEN_TMPDIR', 'KAIZEN_HOME'];

/**
 * Calls verifier as kaizen-loop (70494ee) does: no shell, no arguments, its own process group, an allow-list of the
 * environment, the prompt on stdin and then its end. It waits for everybody who holds the pipes, prefers the result file
 * to stdout, and takes an unreadable file for an error.
 */
export function launch({ workspace, prompt, result = RESULT, env = {}, cli = [process.execPath, CLI], before, keepOpen = false }: Call): Promise<Answer> {
  const [file = '', ...args] = cli;
  const kept = Object.fromEntries(KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const child = spawn(file, args, {
    cwd: workspace, detached: true, stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...kept, TMPDIR: tmpdir(), KAIZEN_WORKSPACE_DIR: workspace, KAIZEN_VERIFIER_RESULT_PATH: result, ...env },
  });
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].setEncoding('utf8').on('data', (text: string) => { out[name] += text; });
  let broken: string | null = null;
  child.stdin.on('error', (error: Error) => { broken ??= error.message; });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (child.pid !== undefined && isAlive(-child.pid)) reject(new Error('verifier left a process behind'));
      const text = textAt(path.resolve(workspace, result));
      resolve({ code, ...out, file: text, broken, status: statusOf(text, `${out.stdout}${out.stderr}`, code) });
    });
    Promise.resolve(before?.(child)).then(() => {
      child.stdin.write(prompt);
      if (!keepOpen) child.stdin.end();
    }, reject);
  });
}

function textAt(file: string): string | null {
  try {
    return lstatSync(file).isFile() ? readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

function statusOf(file: string | null, raw: string, code: number | null): string {
  try {
    if (file !== null) return (JSON.parse(file) as { status: string }).status;
    const json = /\{[\s\S]*\}/.exec(raw)?.[0]; // any object, wherever it stands
    return json === undefined ? `error: exited with code ${code ?? 'none'}` : (JSON.parse(json) as { status: string }).status;
  } catch (error) {
    return `error: ${String(error)}`;
  }
}

const schema = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../schemas/kaizen-verifier-result.schema.json'), 'utf8')) as AnySchemaObject;
const isResult: ValidateFunction<KaizenResult> = new Ajv({ allErrors: true }).compile<KaizenResult>(schema);

/** The result of a completed judgement: exit 0, nothing on stderr, the same bytes in the file, valid by the published schema. */
export function resultOf({ code, stdout, stderr, file }: Answer): KaizenResult {
  if (code !== 0 || stderr !== '') throw new Error(`exit ${code}: ${stderr}`);
  if (file !== stdout) throw new Error('file and stdout differ');
  const data: unknown = JSON.parse(stdout);
  if (stdout !== `${JSON.stringify(data, null, 2)}\n`) throw new Error('other bytes than JSON.stringify(…, null, 2) gives');
  if (!isResult(data)) throw new Error(`not by the schema: ${JSON.stringify(isResult.errors)}`);
  return data;
}

/** Every file below a folder with its text, but what git keeps for itself. */
export function filesIn(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = all.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).filter((name) => !name.startsWith('.git/') && name !== '.git');
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

/** Waits until it holds; throws after ten seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !holds(); ) {
    if (Date.now() > end) throw new Error('it never came to hold');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
