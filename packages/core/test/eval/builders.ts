import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { Actual, EvalCase, Expected } from '../../eval/model.js';
import { type EvalReport, reportOf } from '../../eval/report.js';
import { resultOf } from '../../eval/result.js';
import { type Bars, ownBars, readThresholds } from '../../eval/thresholds.js';

export const OPEN: Actual = { verdict: 'open_pr', risk: 'low', confidence: 82, mustFix: 0, shouldFix: 0 };
export const BLOCK: Actual = { verdict: 'block_pr', risk: 'high', confidence: 81, mustFix: 1, shouldFix: 0 };
export const WARN: Actual = { verdict: 'open_pr_with_warning', risk: 'medium', confidence: 64, mustFix: 0, shouldFix: 2 };
export const ABOUT = { version: '1.2.3', commit: 'abc', node: 'v20.0.0', platform: 'linux x64', at: '2026-01-05T10:00:00.000Z' };

export const wanted = (verdict: string, bounds: Omit<Expected, 'verdicts'> = {}): Expected => ({ verdicts: [verdict], ...bounds });

export function textCase(id: string, expected: Expected, more: Partial<EvalCase> = {}): EvalCase {
  const defect = !expected.verdicts.some((verdict) => verdict.startsWith('open'));
  return { id, kind: 'seeded', stack: 'node', description: 'A case.', expected, defect, input: { corpus: 'texts', task: '', diff: '', verifyLogs: '', builderReport: '' }, ...more };
}

export function repositoryCase(id: string, expected: Expected, defect: boolean, more: Partial<EvalCase> = {}): EvalCase {
  return { ...textCase(id, expected), defect, input: { corpus: 'repositories', base: '/nowhere', patch: null, task: '', report: '', commands: [], isCommitted: true, gitConfig: {}, timeoutMs: 1 }, ...more };
}

/** The report of cases with the verdict that each of them got. */
export function reportWith(judged: readonly (readonly [EvalCase, Actual | { error: string }])[], more: { bars?: Bars; shard?: { index: number; of: number }; wallClockMs?: number } = {}): EvalReport {
  const results = judged.map(([one, actual], at) => resultOf(one, { actual, durationMs: at }));
  return reportOf({ results, bars: ownBars(readThresholds()), about: ABOUT, isOwn: false, wallClockMs: 7, ...more });
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files, which goes after the test. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'verifier-eval-test-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}
