import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failuresOf, type Metrics } from '../eval/figures.js';
import { readCorpus, ROOT, strayRecordings } from '../eval/recordings.js';
import { semanticReport } from '../eval/report.js';

const full = await semanticReport('full', 'on');

test('every repository fixture has a recording, and every recording a fixture', () => {
  expect(readCorpus(null).unrecorded).toEqual([]);
  expect(strayRecordings()).toEqual([]);
});

test('a recording says that a person wrote it', () => {
  const folder = path.join(ROOT, 'fixtures/semantic');
  for (const name of readdirSync(folder)) expect(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))).toMatchObject({ id: path.basename(name, '.json'), recordedBy: 'hand' });
});

test('with refutation everything is as it is labelled', () => {
  expect(full.results.filter(({ passed }) => !passed)).toEqual([]);
  expect(full.metrics.on).toEqual({ recall: 1, fpRate: 0, falsePositiveRate: 0, verdictAgreement: 1 });
});

test('without it clean changes are stopped, which the report names', () => {
  expect(full.metrics.off.fpRate).toBeGreaterThan(0);
  expect(full.cleanCasesRequiringRefutation).toContain('sb-008-clean-refactor');
  expect(full.refutationOffThresholdFailures).not.toEqual([]);
  expect(full.thresholdFailures).toEqual([]);
});

test('what has to be read is seen', () => {
  expect(full.results.filter(({ id }) => ['sb-005', 'sb-007', 'sb-010'].includes(id.slice(0, 6))).map(({ core, on }) => [core, on])).toEqual(Array.from({ length: 3 }, () => ['mergeable', 'conditional']));
});

test('fixtures/semantic-metrics.json is true: pnpm eval:semantic -- --mode full --output fixtures/semantic-metrics.json', () => {
  expect(JSON.parse(readFileSync(path.join(ROOT, 'fixtures/semantic-metrics.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(full)));
});

test.each<[keyof Metrics, number, string[]]>([
  ['recall', 0.8, ['recall 0.8 is below 0.85']], ['fpRate', 0.2, ['fpRate 0.2 is above 0.1']], ['verdictAgreement', 0.5, ['verdictAgreement 0.5 is below 0.9']], ['falsePositiveRate', 1, []],
])('a bar that %s does not reach', (name, value, failures) => {
  const good: Metrics = { recall: 1, fpRate: 0, falsePositiveRate: 0, verdictAgreement: 1 };
  expect(failuresOf({ ...good, [name]: value }, full.thresholds)).toEqual(failures);
});

test('the command: a leading -- is dropped, and the chosen gate decides the exit status', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'verifier-semantic-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'out.json');
  const run = (...args: string[]) => spawnSync(process.execPath, [path.join(ROOT, 'scripts/eval-semantic.mjs'), ...args], { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } }).status;
  expect(run('--', '--mode', 'smoke', '--gate-mode', 'off', '--output', 'out.json')).toBe(1);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ mode: 'smoke', gateMode: 'off', passed: false, cases: 3 });
  expect(run('--mode', 'smoke')).toBe(0);
  expect(run('--mode', 'some')).toBe(2);
});
