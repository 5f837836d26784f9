#!/usr/bin/env node
// pnpm bench [--quick]: whole-process CPU and peak memory of the built command line, beside a baseline.
// Writes docs/benchmarks.md; with --quick (three runs) it only prints.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeInputs } from './bench/inputs.mjs';
import { slowestLines } from './bench/lines.mjs';
import { median, peakOf, timeOf } from './bench/measure.mjs';
import { pageOf } from './bench/page.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const CLI = path.join(ROOT, 'packages/core/dist/cli.js');
const flags = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== '--quick');
if (unknown !== undefined) {
  console.error(`pnpm bench: unknown option ${unknown}, the only one is --quick`);
  process.exit(2);
}
const quick = flags.includes('--quick');
const RUNS = quick ? 3 : 9;

const folder = mkdtempSync(path.join(tmpdir(), 'verifier-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(2));

const at = makeInputs(folder);
const direct = (diff, log) => [CLI, 'check', '--task-file', at('task'), '--diff-file', at(diff), '--verify-logs-file', at(log), '--builder-report-file', at('report')];
const NODE = { name: '`node -e 0`', words: ['-e', '0'] };
const REDACTION = 'a 20 MB log through `redact`';
const redacting = (what) => [at('redact.mjs'), path.join(ROOT, 'packages/core/dist/index.mjs'), at('log20'), what];
const newlines = (log) => ({ name: 'counting its newlines', words: [at('newlines.mjs'), at(log)] });

const CASES = [
  { name: '`--version`', words: [CLI, '--version'], baseline: NODE, bar: 1.2 },
  { name: 'a small direct check', words: direct('smallDiff', 'smallLog'), baseline: NODE, bar: 1.5 },
  { name: 'a small direct check that loads a grammar', words: direct('guardDiff', 'smallLog'), baseline: NODE, bar: 2.3 },
  { name: 'a 50 MB log: passing vitest', words: direct('smallDiff', 'vitest'), baseline: newlines('vitest'), bar: 6 },
  { name: 'a 50 MB log: lines that nobody knows', words: direct('smallDiff', 'unknown'), baseline: newlines('unknown'), bar: 6 },
  { name: 'a 50 MB log: coloured, with CI timestamps', words: direct('smallDiff', 'coloured'), baseline: newlines('coloured'), bar: 6 },
  { name: 'a 9 MB diff', words: direct('diff9', 'smallLog'), baseline: NODE, bar: null },
  { name: 'a workspace of 10,000 files, `git diff --check`', words: [CLI, 'check', '--intent', 'Say harbor', '--verify-command', 'git diff --check'], cwd: at('repo'), baseline: NODE, bar: null },
  { name: REDACTION, words: redacting('redact'), baseline: { name: 'reading it', words: redacting('nothing') }, bar: null },
];

const taken = CASES.map(() => ({ subject: [], baseline: [] }));
for (let run = 0; run < RUNS; run += 1) {
  for (const [index, { words, cwd, baseline }] of CASES.entries()) {
    // In turns, so that whatever else the machine does hits both.
    taken[index].baseline.push(timeOf(baseline.words, cwd).cpu);
    taken[index].subject.push(timeOf(words, cwd).cpu);
  }
  console.error(`run ${run + 1} of ${RUNS}`);
}

const rows = CASES.map(({ name, words, cwd, baseline, bar }, index) => ({
  name,
  cpu: median(taken[index].subject),
  baseline: baseline.name,
  base: median(taken[index].baseline),
  bar,
  peak: median([1, 2, 3].map(() => peakOf(words, cwd, folder))),
}));
const lines = slowestLines(CLI, folder, at);
const { version } = JSON.parse(readFileSync(path.join(ROOT, 'packages/core/package.json'), 'utf8'));
const { cpu, base } = rows.find(({ name }) => name === REDACTION);
const page = pageOf({ rows, lines, redaction: { speed: 20 / (cpu - base), hostile: hostileTexts() }, runs: RUNS, version });
console.log(page);
if (!quick) writeFileSync(path.join(ROOT, 'docs/benchmarks.md'), page);

/** The last line of the soak over hostile texts: how many shapes, and the slowest. */
function hostileTexts() {
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', path.join(ROOT, 'scripts/soak-redaction.mjs')], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`scripts/soak-redaction.mjs: ${stdout}`);
  return stdout.trim().split('\n').at(-1);
}
