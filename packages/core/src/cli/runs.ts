import type { Environment } from '../gather/git/index.js';
import { type StoredRun, storedRuns } from '../store/runs.js';
import { createRedactor } from '../text/redact/index.js';
import { shown } from '../text/shown.js';
import { readWords } from './words.js';

/** `verifier runs`: what a workspace keeps of earlier runs, the newest first. Errors: UsageError. */
export function runsText(args: readonly string[], cwd: string, env: Environment): string {
  const { json, workspace } = readWords('runs', args, 0, cwd);
  const runs = storedRuns(workspace);
  const { redact, redactJson } = createRedactor({ env });
  if (json) return `${redactJson({ schemaVersion: 1, runs: runs.map(toData) })}\n`;
  return runs.length === 0 ? 'No runs are kept here.\n' : redact(runs.map(lineOf).join(''));
}

function toData({ id, folder, verdict }: StoredRun): object {
  const run = objectOf(verdict?.run);
  return {
    id,
    started_at: textOf(run['started_at']) ?? startOf(id),
    duration_ms: typeof run['duration_ms'] === 'number' ? run['duration_ms'] : null,
    verdict: textOf(verdict?.verdict),
    final_verdict: textOf(verdict?.final_verdict),
    summary: textOf(verdict?.summary),
    base_ref: textOf(run['base_ref']),
    head_ref: textOf(run['head_ref']),
    artifacts_dir: folder,
  };
}

function lineOf({ id, verdict }: StoredRun): string {
  const run = objectOf(verdict?.run);
  const duration = typeof run['duration_ms'] === 'number' ? `${(run['duration_ms'] / 1000).toFixed(1)} s` : '';
  const words = [(textOf(verdict?.final_verdict) ?? 'no verdict').padEnd(13), duration.padStart(8), textOf(verdict?.summary) ?? 'It was ended before there was one.'];
  return `${id}  ${shown(words.join('  '))}\n`;
}

/** 20261130222500 → 2026-11-30T22:25:00Z */
const startOf = (id: string): string => id.slice(0, 14).replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const objectOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {});
