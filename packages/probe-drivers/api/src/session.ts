import { setTimeout as sleep } from 'node:timers/promises';
import { type LaunchContext, type NetworkFailure, type Observation, type PerfSample, type ProbeSession, type RequestStep, type StartedProcess, type Step, type StepResult, UnsupportedStepError } from '@verifier/probe-sdk';
import { ask, type Reply } from './ask.js';
import { isExpected, replyProblem } from './expectation.js';
import { pathProblem } from './path-problem.js';
import { checkSchema } from './schema-problem.js';

const STEP_TIMEOUT_MS = 10_000;
const MOST_ERRORS = 200;
const EXIT_MS = 500;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** They say where a request goes or where it ends, which is the driver's to say. */
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'expect', 'keep-alive', 'proxy-authorization', 'proxy-connection']);
const HEADER_NAME = /^[A-Za-z0-9-]{1,100}$/;

type Said = Pick<StepResult, 'outcome' | 'message'>;

interface Session {
  readonly context: LaunchContext;
  readonly base: URL;
  readonly failures: NetworkFailure[];
  readonly perf: PerfSample[];
  /** Ends what is on its way at teardown. */
  readonly closing: AbortController;
}

export function openSession(context: LaunchContext, { base, child }: { readonly base: URL; readonly child: StartedProcess | null }): ProbeSession {
  const session: Session = { context, base, failures: [], perf: [], closing: new AbortController() };
  return {
    interact: async ({ steps }) => {
      for (const step of steps) checkStep(step);
      const results: StepResult[] = [];
      for (const [step, one] of steps.entries()) {
        if (session.closing.signal.aborted || context.signal?.aborted === true) throw new Error('it was aborted');
        const said = one.kind === 'request' ? await requested(one, session) : await waited(one, session);
        results.push({ step, kind: one.kind, ...said });
        if (said.outcome !== 'passed') break;
      }
      return results;
    },
    observe: async (): Promise<Observation> => {
      // A broken connection is heard of before the end of who broke it.
      if (child !== null && session.failures.length > 0) await Promise.race([child.exited, sleep(EXIT_MS, undefined, { ref: false })]);
      return {
        consoleErrors: (child?.stderr() ?? '').split('\n').map((line) => line.trimEnd()).filter((line) => line !== '').slice(0, MOST_ERRORS),
        networkFailures: [...session.failures], screenshots: [], ...(context.perfLimitMs === undefined ? {} : { perf: [...session.perf] }), crashed: child !== null && child.ended() !== null, artifacts: [],
      };
    },
    teardown: async () => {
      session.closing.abort();
      await child?.stop();
    },
  };
}

/** Everything is looked at before anything is asked. */
function checkStep(step: Step): void {
  if (step.kind === 'wait' && step.until === undefined) return;
  if (step.kind !== 'request') throw new UnsupportedStepError(`the API driver does not do ${step.kind}`);
  if (!METHODS.has(step.method)) throw new UnsupportedStepError(`the method ${JSON.stringify(step.method)} is not asked: there are ${[...METHODS].join(', ')}`);
  const problem = pathProblem(step.path);
  if (problem !== null) throw new UnsupportedStepError(`${JSON.stringify(step.path)} is not asked for: ${problem}`);
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    if (!HEADER_NAME.test(name) || /[^\x20-\x7e]/.test(value)) throw new UnsupportedStepError(`${JSON.stringify(name)} is no header that can be sent`);
    if (OWN_HEADERS.has(name.toLowerCase())) throw new UnsupportedStepError(`the header ${name} is the driver's own`);
  }
  if (step.expect?.jsonSchema !== undefined) checkSchema(step.expect.jsonSchema);
}

async function waited(step: Step, { context }: Session): Promise<Said> {
  if (step.kind === 'wait') await sleep(Math.min(step.forMs ?? 0, context.stepTimeoutMs ?? STEP_TIMEOUT_MS), undefined, { signal: context.signal });
  return { outcome: 'passed', message: '' };
}

async function requested(step: RequestStep, session: Session): Promise<Said> {
  const { context: { perfLimitMs }, failures, perf, base } = session;
  const { method, path, expect = {} } = step;
  const began = performance.now();
  let tried = await triedOnce(step, session);
  // What comes and goes is no defect: only what fails twice is seen.
  if (isFlaky(tried, expect)) tried = await triedOnce(step, session);
  if (perfLimitMs !== undefined && performance.now() - began > perfLimitMs) perf.push({ name: `${method} ${path}`, ms: Math.round(performance.now() - began), limitMs: perfLimitMs });
  if ('late' in tried) return { outcome: 'timed-out', message: `${method} ${path} had no answer after ${tried.late} ms` };
  if ('broken' in tried) {
    failures.push({ method, path, reason: tried.broken });
    return { outcome: 'failed', message: `${method} ${path}: ${tried.broken}` };
  }
  const away = redirectedTo(tried, base, path);
  const reason = away ?? (tried.status >= 500 && !isExpected(expect, tried.status) ? `status ${tried.status}` : null);
  if (reason !== null) failures.push({ method, path, reason });
  const problem = away ?? replyProblem(step, tried);
  return problem === null ? { outcome: 'passed', message: '' } : { outcome: 'failed', message: away === null ? problem : `${method} ${path}: ${away}` };
}

type Tried = Reply | { readonly broken: string } | { readonly late: number };

async function triedOnce(step: RequestStep, { base, context: { signal, stepTimeoutMs = STEP_TIMEOUT_MS }, closing }: Session): Promise<Tried> {
  const late = AbortSignal.timeout(stepTimeoutMs);
  try {
    return await ask(base, step, AbortSignal.any([late, closing.signal, ...(signal === undefined ? [] : [signal])]));
  } catch (error) {
    if (closing.signal.aborted || signal?.aborted === true) throw new Error('it was aborted', { cause: error });
    if (late.aborted) return { late: stepTimeoutMs };
    return { broken: `the connection failed (${error instanceof Error && 'code' in error ? String(error.code) : 'no answer'})` };
  }
}

const isFlaky = (tried: Tried, expect: NonNullable<RequestStep['expect']>): boolean => 'broken' in tried || ('status' in tried && tried.status >= 500 && !isExpected(expect, tried.status));

/** A redirect to another host, even where a redirect is expected. It is never followed. */
function redirectedTo({ status, headers: { location } }: Reply, base: URL, path: string): string | null {
  if (status < 300 || status >= 400 || location === undefined) return null;
  const from = new URL(path, base);
  if (!URL.canParse(location, from.href)) return 'a redirect to no address, not followed';
  const to = new URL(location, from);
  return to.origin === base.origin ? null : `a redirect to another host (${to.host || to.protocol}), not followed`;
}
