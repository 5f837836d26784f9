import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError, type Observation, type ProbeSession, type Scenario, type StepResult } from '@verifier/probe-sdk';
import type { ProbeTarget } from './types.js';

const TEARDOWN_MS = 5000;

export interface Observed {
  readonly results: readonly StepResult[];
  readonly seen: Observation;
}

/** One launch, one scenario, one teardown, whatever happens. A launch that fails is tried once more. Errors: what the driver throws, or the reason of the abort. */
export async function observed({ driver, launch }: ProbeTarget, root: string, scenario: Scenario, signal: AbortSignal): Promise<Observed> {
  const session = await launched(() => driver.launch({ ...launch, root, signal }), signal);
  try {
    return await unlessAborted((async () => ({ results: await session.interact(scenario), seen: await session.observe() }))(), signal);
  } finally {
    await Promise.race([session.teardown(), sleep(TEARDOWN_MS, undefined, { ref: false })]);
  }
}

async function launched(launch: () => ProbeSession | Promise<ProbeSession>, signal: AbortSignal): Promise<ProbeSession> {
  try {
    return await begun(launch, signal);
  } catch (error) {
    if (!isLaunchError(error) || !error.retryable || signal.aborted) throw error;
    return begun(launch, signal);
  }
}

/** Also one of another copy of the SDK, which a driver may bring with it. */
export const isLaunchError = (error: unknown): error is LaunchError => error instanceof LaunchError || (error instanceof Error && error.name === 'LaunchError');

async function begun(launch: () => ProbeSession | Promise<ProbeSession>, signal: AbortSignal): Promise<ProbeSession> {
  signal.throwIfAborted();
  const launching = (async () => launch())();
  try {
    return await unlessAborted(launching, signal);
  } catch (error) {
    // One that comes up after all is ended too.
    if (signal.aborted) void launching.then((session) => session.teardown()).catch(() => undefined);
    throw error;
  }
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const over = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new Error('it was aborted'));
    signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new Error('it was aborted')), { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    over.abort();
  }
}
