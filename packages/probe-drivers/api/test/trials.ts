import path from 'node:path';
import type { LaunchContext, Observation, Scenario, Step, StepResult } from '@verifier/probe-sdk';
import { apiDriver } from '../src/index.js';

export const FIXTURE = path.resolve(import.meta.dirname, '../../../../fixtures/probe/api');

export interface Trial {
  readonly results: readonly StepResult[][];
  readonly seen: Observation;
}

const said = ({ results }: Trial, text: string): boolean => results.flat().some(({ message }) => message.includes(text));

/** What tells each defect of the fixture. A clean run tells none. */
export const DEFECTS: Readonly<Record<string, (trial: Trial) => boolean>> = {
  'missing-auth': (trial) => said(trial, 'answers 201, not 401'),
  'schema-drift': (trial) => said(trial, '$[0].total is string, not number'),
  'server-error': ({ seen }) => seen.networkFailures.some(({ reason }) => reason === 'status 500'),
  'redirect-away': ({ seen }) => seen.networkFailures.some(({ reason }) => reason.includes('another host (elsewhere.invalid)')),
  noise: ({ seen }) => seen.consoleErrors.includes('warning: no cache'),
  crash: ({ seen }) => seen.crashed,
};

export const scenarioOf = (id: string, ...steps: Step[]): Scenario => ({ id, description: id, claimIds: [], steps });

const ORDER = { type: 'object', required: ['id', 'total'], properties: { id: { type: 'integer' }, total: { type: 'number' } }, additionalProperties: false };
const SCENARIOS: readonly Scenario[] = [
  scenarioOf('list', { kind: 'request', method: 'GET', path: '/orders?page=1', expect: { status: 200, jsonSchema: { type: 'array', items: ORDER, minItems: 1 } } }),
  scenarioOf('no stranger', { kind: 'request', method: 'POST', path: '/orders', body: { total: 1 }, expect: { status: 401 } }),
  scenarioOf('old address', { kind: 'request', method: 'GET', path: '/old', expect: { statusAnyOf: [301, 302] } }),
  scenarioOf('health', { kind: 'request', method: 'GET', path: '/health', expect: { bodyIncludes: '"ok":true', headers: { 'Content-Type': 'application/json' } } }, { kind: 'wait', forMs: 20 }),
];

export const contextOf = (defects: string): LaunchContext => ({ root: FIXTURE, commands: { serve: { executable: process.execPath, args: ['app.js'], env: { FIXTURE_DEFECTS: defects } } } });

export async function trialOf(defects: string): Promise<Trial> {
  const session = await apiDriver().launch(contextOf(defects));
  try {
    const results: StepResult[][] = [];
    for (const scenario of SCENARIOS) results.push([...(await session.interact(scenario))]);
    return { results, seen: await session.observe() };
  } finally {
    await session.teardown();
  }
}
