#!/usr/bin/env node
// pnpm demo: three answers of an agent to one task, in a temporary git repository, judged by the built command line.
// The repository stays, for whoever wants to look at the evidence that is named; in CI it goes.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const CLI = path.join(ROOT, 'packages/core/dist/cli.js');
const DEMO = path.join(ROOT, 'fixtures/demo');
const TASK = readFileSync(path.join(DEMO, 'task.md'), 'utf8').trim();

const ACTS = [
  { branch: 'red', says: 'An agent taught it days, and says that it is done. But the test that asks for them fails:', expected: ['not_mergeable'] },
  { branch: 'fixed', says: 'The agent corrected the number. The same suite, and nothing else changed:', expected: ['mergeable'] },
  { branch: 'switched-off', says: 'Another agent left the number wrong and switched the test off. The suite is green:', expected: ['not_mergeable', 'conditional', 'inconclusive'] },
];

const repo = mkdtempSync(path.join(tmpdir(), 'verifier-demo-'));
const RUNS = path.join(repo, '.verifier/runs');
let stays = false;
process.on('exit', () => stays || rmSync(repo, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(2));

lay('base');
git('init', '--quiet', '--initial-branch=main');
commit('Durations in hours and minutes');
say(`The task: ${TASK}`);

const wrong = ACTS.flatMap(play);
for (const sentence of wrong) console.error(`demo: ${sentence}`);
if (wrong.length === 0) say('Three changes, three verdicts, and only the honest one may be merged.');
stays = !process.env.CI;
if (stays) say(`The repository with the three branches and the evidence stays in ${repo}; remove it when you have seen it.`);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** Judges one branch. Returns what was not as expected. */
function play({ branch, says, expected }, index) {
  git('checkout', '--quiet', '-b', branch, 'main');
  lay(branch);
  commit('Understand days');
  say(`${index + 1}. ${says}`);
  console.log(`$ verifier check --task ${inShell(TASK)}\n`);
  const earlier = runs();
  const { status } = spawnSync(process.execPath, [CLI, 'check', '--task', TASK, '--format', 'text'], { cwd: repo, env: cleanEnv(), stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) return [`${branch}: exit ${status}, expected 0`];
  const verdict = finalVerdict(runs().filter((run) => !earlier.includes(run)));
  return expected.includes(verdict) ? [] : [`${branch}: ${verdict}, expected ${expected.join(' or ')}`];
}

function lay(folder) {
  cpSync(path.join(DEMO, folder), repo, { recursive: true });
}

function commit(message) {
  git('add', '--all');
  git('-c', 'user.name=Demo', '-c', 'user.email=demo@example.org', '-c', 'commit.gpgSign=false', 'commit', '--quiet', '--message', message);
}

function git(...words) {
  const { status, error } = spawnSync('git', words, { cwd: repo, env: cleanEnv(), stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`git ${words.join(' ')} failed: ${error?.message ?? `exit ${status}`}`);
}

function runs() {
  return existsSync(RUNS) ? readdirSync(RUNS) : [];
}

function finalVerdict([run = 'none']) {
  return JSON.parse(readFileSync(path.join(RUNS, run, 'verdict.json'), 'utf8')).final_verdict;
}

/** As a shell takes it literally: in double quotes it would run what stands between backticks. */
function inShell(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Neither the caller's git settings nor its CI may decide what the demo is compared with. */
function cleanEnv() {
  const kept = Object.entries(process.env).filter(([name]) => !/^GIT_|^GITHUB_|^CI_|^NODE_TEST|^KAIZEN_/.test(name));
  return { ...Object.fromEntries(kept), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
}

function say(sentence) {
  console.log(`\n${sentence}\n`);
}
