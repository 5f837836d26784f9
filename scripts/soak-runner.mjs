// The runner under stress, with the built command line and real processes: verifier is killed at random moments, commands try
// to outlive it, many checks meet on one tree, one command prints 2 GB. `node scripts/soak-runner.mjs [kills] [GB]`; needs a
// build and Linux (it reads /proc); ends with 1 when a bar is not reached.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const CLI = path.resolve(import.meta.dirname, '../packages/core/dist/cli.js');
const KILLS = Number(process.argv[2] ?? 200);
const GB = Number(process.argv[3] ?? 2);
const MB = 1024 * 1024;
/** How long after the end of verifier, or its timeout, anything may still be alive. */
const GONE_MS = 3000;
const ESCAPES = {
  'setsid': (word) => `setsid sleep ${word} & sleep ${word}`,
  'double fork': (word) => `(setsid sh -c "sleep ${word} & sleep ${word}" &) ; sleep ${word}`,
  'nohup': (word) => `nohup sleep ${word} >/dev/null 2>&1 & sleep ${word}`,
  'a pipe held open': (word) => `(sleep ${word} &) ; sleep ${word}`,
  'TERM ignored': (word) => `trap "" TERM; sleep ${word} & sleep ${word}; sleep ${word}`,
  'clean environment': (word) => `env -i setsid sleep ${word} & sleep ${word}`,
  'fork bomb of 200': (word) => `n=0; while [ $n -lt 200 ]; do (setsid sh -c "sleep ${word}" &); n=$((n+1)); done; sleep ${word}`,
};

if (process.platform !== 'linux' || !existsSync(CLI)) {
  process.stdout.write('skip runner: it needs Linux and a build (`pnpm build`)\n');
  process.exit(0);
}
let failed = 0;
let words = 770_000;
const nextWord = () => String((words += 1));
const made = [];
await escapes();
await groups();
await concurrent();
await much();
await overhead();
await kills();
for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = failed > 0 ? 1 : 0;

async function escapes() {
  for (const [name, command] of Object.entries(ESCAPES)) {
    const word = nextWord();
    const root = repository();
    const started = performance.now();
    const { verdict } = await check(root, ['--verify-timeout-ms', '2000', '--verify-command', command(word)]);
    const ms = performance.now() - started;
    const [ran] = verdict?.run.verify_commands ?? [];
    tell(`${name}: ended ${((ms - 2000) / 1000).toFixed(1)} s after the timeout, start included`, ran?.timed_out === true && alive(word) === 0 && ms < 2000 + GONE_MS + 2000 && verdict.final_verdict === 'not_mergeable');
  }
}

async function groups() {
  const root = repository({ verifyCommands: [['sleep 2', 'sleep 2 ']] });
  const { verdict } = await check(root, []);
  const whole = verdict.run.duration_ms;
  const base = (await check(root, ['--verify-command', 'sleep 0'])).verdict.run.duration_ms;
  tell(`two commands of 2 s in a group: ${(whole / 1000).toFixed(2)} s, without them ${(base / 1000).toFixed(2)} s`, whole - base <= 2500);
}

async function concurrent() {
  const root = repository({ verifyCommands: ['echo run >> .git/count; sleep 1; git diff --check', 'echo run >> .git/second; git diff --check HEAD'], reuse: { sample: 0 } });
  const all = await Promise.all(Array.from({ length: 64 }, () => check(root, [])));
  const counts = ['count', 'second'].map((name) => readFileSync(path.join(root, '.git', name), 'utf8').trim().split('\n').length);
  const verdicts = new Set(all.map(({ code, verdict }) => JSON.stringify([code, { ...verdict, run: verdict?.run.verify_commands, evidence: verdict?.evidence }])));
  tell(`64 checks on one tree: ${counts.join(' and ')} real runs, ${verdicts.size} kinds of verdicts, ${all[0]?.verdict?.final_verdict}`, counts.join() === '1,1' && verdicts.size === 1 && all[0]?.verdict?.final_verdict === 'mergeable');
  tell(`an answer from a receipt: ${(await least(() => time(root, ['check', '--task', 't']))).toFixed(0)} ms in all`, true);
}

async function much() {
  const root = repository();
  const bytes = Math.round(GB * 1024) * MB;
  const line = 'an ordinary line of a log that says nothing at all, 0123456789\n';
  writeFileSync(path.join(root, '.git/print.sh'), `echo first line; yes '${line.trim()}' | head -c ${bytes}; echo; echo last line\n`);
  const child = spawn(process.execPath, [CLI, 'check', '--json', '--task', 't', '--verify-command', 'sh .git/print.sh'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let [out, peak] = ['', 0];
  child.stdout.on('data', (chunk) => { out += chunk; });
  const timer = setInterval(() => { peak = Math.max(peak, peakOf(child.pid)); }, 20);
  await new Promise((resolve) => { child.on('close', resolve); });
  clearInterval(timer);
  const verdict = JSON.parse(out);
  const log = readFileSync(path.join(verdict.run.artifacts_dir, 'verify-logs.txt'), 'utf8');
  const [, omitted, first, last] = /\[stdout truncated: omitted (\d+) bytes; showing first (\d+) and last (\d+) bytes\]/.exec(log) ?? [];
  const total = Number(omitted) + Number(first) + Number(last);
  tell(`${GB} GB of output: ${(verdict.run.verify_commands[0].duration_ms / 1000).toFixed(1)} s, memory ${(peak / MB).toFixed(0)} MiB at most`, peak <= 200 * MB && total === bytes + 'first line\n'.length + '\nlast line\n'.length && log.includes('stdout:\nfirst line\n') && log.includes('\nlast line\n'));
}

async function overhead() {
  const root = repository({ verifyCommands: ['git diff --check'], reuse: { sample: 0 } }, 10_000);
  const starts = await least(() => time(root, ['explain']));
  const plain = await least(() => time(root, ['check', '--task', 't', '--no-reuse']));
  await run(root, ['check', '--task', 't']);
  const reused = await least(() => time(root, ['check', '--task', 't']));
  tell(`10,000 files: ${((plain - starts) / 1000).toFixed(2)} s beyond start-up (${starts.toFixed(0)} ms), from a receipt ${(reused / 1000).toFixed(2)} s in all`, true);
}

async function kills() {
  let [late, half, lost, ended, broken] = [0, 0, 0, 0, 0];
  const root = repository({ keepRuns: KILLS + 50 });
  const earlier = (await check(root, ['--verify-command', 'git diff --check'])).verdict.run.id;
  const TMPDIR = temp();
  for (let at = 0; at < KILLS; at += 1) {
    const word = nextWord();
    const child = spawn(process.execPath, [CLI, 'check', '--task', 't', ...(at % 2 === 0 ? ['--reuse'] : []), '--verify-command', `git diff --check; setsid sleep ${word} & (sleep ${word} &); ${at % 3 === 0 ? `sleep ${word}` : 'sleep 0.2'}`], { cwd: root, stdio: 'ignore', env: { ...process.env, TMPDIR } });
    const over = new Promise((resolve) => { child.on('close', resolve); });
    await wait(Math.random() * 1200);
    if (!child.kill('SIGKILL')) ended += 1;
    await over;
    for (const until = performance.now() + GONE_MS; alive(word) > 0 && performance.now() < until;) await wait(20);
    if (alive(word) > 0) late += 1;
    for (const id of readdirSync(path.join(root, '.verifier/runs'))) {
      const file = path.join(root, '.verifier/runs', id, 'verdict.json');
      if (existsSync(file) && !isJson(readFileSync(file, 'utf8'))) half += 1;
    }
    lost += existsSync(path.join(root, '.verifier/runs', earlier, 'verdict.json')) ? 0 : 1;
    if (at % 20 === 19 && (await check(root, ['--reuse', '--verify-command', 'git diff --check'])).verdict?.final_verdict !== 'mergeable') broken += 1;
  }
  tell(`${KILLS} kills (${ended} came after the end): ${half} half verdicts, ${lost} lost runs, ${late} times something alive ${GONE_MS / 1000} s later, ${broken} next runs that do not work`, half + lost + late + broken === 0);
}

function tell(text, isGood) {
  if (!isGood) failed += 1;
  process.stdout.write(`${isGood ? 'ok  ' : 'BAD '} ${text}\n`);
}

async function check(root, args) {
  const { code, out } = await run(root, ['check', '--json', '--task', 'Change it.', ...args]);
  return { code, verdict: isJson(out) ? JSON.parse(out) : null };
}

function run(root, args) {
  const env = { ...process.env, GITHUB_BASE_REF: '', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: '' };
  const child = spawn(process.execPath, [CLI, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (chunk) => { out += chunk; });
  return new Promise((resolve) => { child.on('close', (code) => { resolve({ code, out }); }); });
}

function repository(config = {}, files = 1) {
  const root = temp();
  const git = (...args) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root, stdio: 'ignore' });
  for (let at = 0; at < files; at += 1) {
    if (at % 100 === 0) mkdirSync(path.join(root, `src${at / 100}`));
    writeFileSync(path.join(root, `src${Math.floor(at / 100)}/${at}.js`), `export const a = ${at};\n`);
  }
  writeFileSync(path.join(root, 'verifier.config.json'), JSON.stringify(config));
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'c');
  writeFileSync(path.join(root, 'src0/0.js'), 'export const a = -1;\n');
  return root;
}

function temp() {
  made.push(mkdtempSync(path.join(tmpdir(), 'verifier-soak-')));
  return made.at(-1);
}

/** How many processes sleep for this word. */
function alive(word) {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').includes(word);
    } catch {
      return false;
    }
  }).length;
}

function peakOf(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function time(root, args) {
  const started = performance.now();
  await run(root, args);
  return performance.now() - started;
}

async function least(measure) {
  let least = Infinity;
  for (let at = 0; at < 5; at += 1) least = Math.min(least, await measure());
  return least;
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
