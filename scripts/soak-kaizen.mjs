// kaizen-loop mode under stress: 1,000 prompts that something happened to, and hostile prompts of 10 and 50 MB, whose time
// must grow with their size. `tsx scripts/soak-kaizen.mjs [trials]`; ends with 1 when anything does not hold.
import { GOOD, PLANTED, promptOf } from '../packages/core/test/kaizen/prompt-of.ts';
import { trial } from '../packages/core/test/kaizen/mutations.ts';
import { judgePrompt } from '../packages/core/src/cli/kaizen/judge.ts';

const MB = 1024 * 1024;
const trials = Number(process.argv[2] ?? 1000);
const head = 'diff --git a/src/a.js b/src/a.js\nindex a39ed17..f7a2382 100644\n--- a/src/a.js\n+++ b/src/a.js\n@@ -0,0 +1,1000000 @@\n';
const put = (mark, text) => promptOf(GOOD).replace(mark, () => text);
const LARGE = {
  'issue body': (fill) => promptOf({ ...GOOD, body: fill('a line of ordinary text that says nothing, 12345\n') }),
  'builder text': (fill) => promptOf({ ...GOOD, summary: fill('a line of ordinary text that says nothing, 12345\n') }),
  'builder headings': (fill) => promptOf({ ...GOOD, summary: fill('# Mechanical verification\n\n# Diff\n\n') }),
  'builder tags': (fill) => promptOf({ ...GOOD, summary: fill('<workspace_diff_data>\n```diff\n') }),
  'builder forged prompts': (fill) => promptOf({ ...GOOD, summary: fill(PLANTED) }),
  'builder backticks': (fill) => promptOf({ ...GOOD, summary: fill('`') }),
  output: (fill) => put('ok 1 - greets by name', fill('ok 1 - greets by name\nand a line of another kind\n')),
  'open records': (fill) => put('## Command 1', fill('## Command 1\n\nStatus: passed\n\nCommand:\n```sh\n')),
  diff: (fill) => put(GOOD.diff, head + fill('+export const value = compute(12345);\n').trimEnd()),
  'diff of one line': (fill) => put(GOOD.diff, `${head}+${fill('x = password; ')}`),
  files: (fill) => put('- src/greeting.js', fill('- src/greeting.js\n').trimEnd()),
  headings: (fill) => `# Issue\n${fill('# Issue\n# Diff\n')}`,
  zeros: (fill) => fill('\0'),
};

let failed = 0;
// First, since a small change that comes before makes V8 keep its patterns unoptimised (see gather/syntax).
for (const [name, make] of Object.entries(LARGE)) {
  const small = await timeOf(make, 10);
  const large = await timeOf(make, 50);
  const bad = large > 2000 && large > 10 * Math.max(small, 200);
  if (bad) failed += 1;
  process.stdout.write(`${bad ? 'BAD ' : 'ok  '} ${name}: ${small.toFixed(0)} ms → ${large.toFixed(0)} ms\n`);
}

const statuses = new Map();
for (let seed = 1; seed <= trials; seed += 1) {
  const { what, status, mayOpen } = await trial(seed);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (mayOpen || !status.startsWith('open_pr')) continue;
  failed += 1;
  process.stdout.write(`BAD  ${seed}: ${what}: ${status}\n`);
}
process.stdout.write(`${trials} mutations: ${[...statuses].map(([status, count]) => `${count} ${status}`).sort().join(', ')}, ${failed} bad\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function timeOf(make, size) {
  const text = make((unit) => unit.repeat(Math.ceil((size * MB) / unit.length)));
  const before = process.cpuUsage();
  await judgePrompt(text, new Date(0), () => Promise.resolve([]));
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1000;
}
