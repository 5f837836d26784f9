import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Observation, RegisteredCommand, Scenario, StepResult } from '@verifier/probe-sdk';
import { cliDriver } from '../src/index.js';

const FIXTURE = path.resolve(import.meta.dirname, '../../../../fixtures/probe/cli');

export interface Trial {
  readonly results: readonly StepResult[];
  readonly seen: Observation;
}

/** What tells each defect of the fixture. A clean run tells none. */
export const DEFECTS: Readonly<Record<string, (trial: Trial) => boolean>> = {
  'bad-exit': ({ seen, results }) => seen.exitCode === 3 && results[0]?.outcome === 'failed',
  noise: ({ seen }) => seen.consoleErrors.some((line) => line.includes('computed twice')),
  'missing-file': ({ seen }) => seen.artifacts.some(({ path: file, present }) => file === 'out.txt' && !present),
  hang: ({ results }) => results[0]?.outcome === 'timed-out',
  crash: ({ seen }) => seen.crashed,
};

export const SUM: Scenario = { id: 'sum', description: 'sums its input', claimIds: [], steps: [{ kind: 'exec', command: 'sum', stdin: '1\n2\n' }] };

export const sumCommand = (defects: string, args: readonly string[] = []): RegisteredCommand => ({ executable: process.execPath, args: ['app.js', ...args], env: { FIXTURE_DEFECTS: defects }, artifacts: ['out.txt'] });

/** A copy of the fixture, for one use. */
export async function withProject<Result>(use: (root: string) => Promise<Result>): Promise<Result> {
  const root = mkdtempSync(path.join(tmpdir(), 'probe-cli-'));
  try {
    cpSync(FIXTURE, root, { recursive: true });
    return await use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

export const trialOf = (defects: string): Promise<Trial> => withProject(async (root) => {
  const session = await cliDriver.launch({ root, commands: { sum: sumCommand(defects) }, stepTimeoutMs: defects === 'hang' ? 400 : 10_000 });
  try {
    return { results: await session.interact(SUM), seen: await session.observe() };
  } finally {
    await session.teardown();
  }
});
