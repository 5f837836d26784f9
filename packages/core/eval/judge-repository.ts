import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runWorkspace } from '../src/cli/workspace.js';
import { GatherError, type Judgement } from '../src/model/index.js';
import { actualOf } from './judge-texts.js';
import { type Actual, HarnessError, type RepositoryInput } from './model.js';

const WHO = ['-c', 'user.name=fixture', '-c', 'user.email=fixture@example.org', '-c', 'commit.gpgSign=false', '-c', 'maintenance.auto=false'];

/** Copies the base into a new git repository, applies the patch to it, and judges that in workspace mode with real commands. */
export async function judgeRepository({ base, patch, task, report, commands, isCommitted, gitConfig, timeoutMs, trials = [] }: RepositoryInput): Promise<Actual> {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'verifier-eval-')));
  try {
    const root = path.join(home, 'repo');
    const env = environment(home);
    cpSync(base, root, { recursive: true, verbatimSymlinks: true });
    const git = (...words: string[]) => gitIn(root, env, words);
    git('init', '--quiet', '--initial-branch=main', '--template=');
    git('add', '--all');
    git(...WHO, 'commit', '--quiet', '--message', 'Base');
    const isNew = patch !== null && isCommitted;
    if (patch !== null) git('apply', '--whitespace=nowarn', ...(isCommitted ? ['--index'] : []), patch);
    if (isNew) git(...WHO, 'commit', '--quiet', '--message', 'Change');
    for (const [name, value] of Object.entries(gitConfig)) git('config', name, value);
    return await judgementIn(root, env, { base: isNew ? 'HEAD~1' : 'HEAD', task, report, verifyCommands: [...commands], verifyTimeoutMs: timeoutMs, trials });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function judgementIn(root: string, env: Readonly<Record<string, string>>, { base, task, report, verifyCommands, verifyTimeoutMs, trials }: { base: string; task: string; report: string; verifyCommands: string[]; verifyTimeoutMs: number; trials: NonNullable<RepositoryInput['trials']> }): Promise<Actual> {
  const heard: Judgement[] = [];
  const io = { cwd: root, env, screen: { write: () => true }, now: () => new Date(), print: (judgement: Judgement) => { heard.push(judgement); return Promise.resolve(); } };
  const options = { compareBase: trials.includes('compareBase'), restoreTests: trials.includes('restoreTests'), redProof: trials.includes('redProof'), base, workspace: root, verifyTimeoutMs, pretty: false, ...(task === '' ? {} : { task }), ...(report === '' ? {} : { report }), ...(verifyCommands.length === 0 ? {} : { verifyCommands }) };
  await runWorkspace(options, io);
  const [judgement] = heard;
  if (judgement === undefined) throw new GatherError('the workspace was judged and no verdict was printed');
  return withoutRoot(actualOf(judgement), root);
}

/** The folder has another name in each run. */
const withoutRoot = ({ findings = [], ...rest }: Actual, root: string): Actual => ({ ...rest, findings: findings.map((one) => ({ ...one, ...(one.file === undefined ? {} : { file: one.file.replace(`${root}/`, '') }) })) });

/** What a bare machine has: neither the caller's git settings nor its CI may decide anything. */
function environment(home: string): Record<string, string> {
  const temporary = path.join(home, 'tmp');
  mkdirSync(temporary);
  return { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', NO_COLOR: '1' };
}

function gitIn(cwd: string, env: Readonly<Record<string, string>>, words: readonly string[]): string {
  try {
    return execFileSync('git', words, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    const told = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new HarnessError(`git ${words.filter((word) => !WHO.includes(word)).join(' ')}: ${told}`, { cause });
  }
}
