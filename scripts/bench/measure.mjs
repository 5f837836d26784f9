import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// bash's own `time` reads getrusage of its waited-for children: user and system CPU to the millisecond, of the whole
// process and what it started. It stands between us and the measured process also because a child's peak memory begins
// at the size of whoever forked it, and bash is small.
const TIMED = 'TIMEFORMAT="%3U %3S %3R"; { time "$@" </dev/null >"$BENCH_OUT" 2>/dev/null; } 2>&1; echo "status $?"';
// The kernel tells a process its own peak (ru_maxrss, KiB): a preloaded line writes it down at the end.
const PROBE = "process.on('exit', () => require('node:fs').writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS)));\n";

// What is printed goes into a file: a pipe would need a reader that costs too, and /dev/null looks like a terminal at first.
const OUT = path.join(tmpdir(), `verifier-bench-${process.pid}.out`);
process.on('exit', () => rmSync(OUT, { force: true }));

/** CPU and wall seconds of one run of `node <words>`. Throws when it ends with another status than 0. */
export function timeOf(words, cwd) {
  const { stdout } = spawnSync('bash', ['-c', TIMED, 'bash', process.execPath, ...words], { cwd, encoding: 'utf8', env: plainEnv() });
  const found = /(?<user>[\d.]+) (?<system>[\d.]+) (?<real>[\d.]+)\s+status (?<status>\d+)/.exec(stdout)?.groups;
  if (found?.status !== '0') throw new Error(`node ${words.join(' ').slice(0, 300)}: ${stdout}`);
  return { cpu: Number(found.user) + Number(found.system), real: Number(found.real) };
}

/** Peak memory in MiB of one run of `node <words>`. */
export function peakOf(words, cwd, folder) {
  const probe = path.join(folder, 'probe.cjs');
  const peak = path.join(folder, 'peak.txt');
  writeFileSync(probe, PROBE);
  spawnSync('bash', ['-c', '"$@" </dev/null >"$BENCH_OUT" 2>/dev/null; exit 0', 'bash', process.execPath, '--require', probe, ...words], { cwd, env: { ...plainEnv(), BENCH_PEAK: peak } });
  const mib = Number(readFileSync(peak, 'utf8')) / 1024;
  rmSync(peak);
  return mib;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What a script in a pipe sees: no terminal, no CI, nobody's git settings. */
function plainEnv() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|GITHUB_|CI_|KAIZEN_|NODE_OPTIONS$|VERIFIER_)/.test(name));
  return { ...Object.fromEntries(kept), BENCH_OUT: OUT, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
}
