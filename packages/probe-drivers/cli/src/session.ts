import { setTimeout as sleep } from 'node:timers/promises';
import { type Artifact, type LaunchContext, type Observation, type PerfSample, type ProbeSession, type StartedProcess, startProcess, type Step, type StepResult, UnsupportedStepError } from '@verifier/probe-sdk';
import { readInside } from './read-inside.js';

const MOST_ERRORS = 200;
/** What a shell says of a command that cannot be started. */
const NOT_STARTED = 127;
const SIGNALLED = 128;

interface Seen {
  exitCode: number;
  crashed: boolean;
  stdout: string;
  stderr: string;
  readonly artifacts: Map<string, Artifact>;
  readonly perf: PerfSample[];
}

type Context = LaunchContext & { readonly stepTimeoutMs: number };
type Said = Pick<StepResult, 'outcome' | 'message'>;

export function openSession(context: Context): ProbeSession {
  const seen: Seen = { exitCode: 0, crashed: false, stdout: '', stderr: '', artifacts: new Map(), perf: [] };
  const live = new Set<StartedProcess>();
  let closed = false;
  return {
    interact: async ({ steps }) => {
      const results: StepResult[] = [];
      for (const [step, one] of steps.entries()) {
        if (closed || context.signal?.aborted === true) throw new Error(closed ? 'the session is closed' : 'it was aborted');
        const said = await done(one, context, seen, live);
        results.push({ step, kind: one.kind, ...said });
        if (said.outcome !== 'passed') break;
      }
      return results;
    },
    observe: () => observationOf(seen, context),
    teardown: async () => {
      closed = true;
      await Promise.all([...live].map((child) => child.stop()));
    },
  };
}

async function done(step: Step, context: Context, seen: Seen, live: Set<StartedProcess>): Promise<Said> {
  if (step.kind === 'wait' && step.until === undefined) {
    await sleep(Math.min(step.forMs ?? 0, context.stepTimeoutMs), undefined, { signal: context.signal });
    return { outcome: 'passed', message: '' };
  }
  if (step.kind !== 'exec') throw new UnsupportedStepError(`the CLI driver does not do ${step.kind}`);
  return ran(step.command, step.stdin, context, seen, live);
}

async function ran(id: string, stdin: string | undefined, { root, commands = {}, stepTimeoutMs, perfLimitMs, signal }: Context, seen: Seen, live: Set<StartedProcess>): Promise<Said> {
  const command = Object.hasOwn(commands, id) ? commands[id] : undefined;
  if (command === undefined) throw new UnsupportedStepError(`no command ${JSON.stringify(id)} is registered: there are ${Object.keys(commands).join(', ')}`);
  const began = performance.now();
  const child = startProcess(command, { cwd: root, ...(stdin === undefined ? {} : { stdin }) });
  live.add(child);
  const over = new AbortController();
  try {
    const end = await Promise.race([child.exited, sleep(stepTimeoutMs, 'late' as const, { signal: over.signal }).catch(() => 'late' as const), aborted(signal, over.signal)]);
    if (perfLimitMs !== undefined && performance.now() - began > perfLimitMs) seen.perf.push({ name: id, ms: Math.round(performance.now() - began), limitMs: perfLimitMs });
    if (end === 'aborted') throw new Error('it was aborted');
    if (end === 'late') return { outcome: 'timed-out', message: `${id} was still running after ${stepTimeoutMs} ms` };
    const code = end.failure === null ? (end.code ?? SIGNALLED) : NOT_STARTED;
    if (seen.exitCode === 0) seen.exitCode = code;
    seen.crashed ||= end.signal !== null;
    if (code === 0) return { outcome: 'passed', message: '' };
    return { outcome: 'failed', message: end.failure ?? (end.signal === null ? `${id} ended with ${code}` : `${id} was ended by ${end.signal}`) };
  } finally {
    over.abort();
    // Also after a good end: what it left behind in its group goes with it.
    await child.stop();
    live.delete(child);
    seen.stdout += child.stdout();
    seen.stderr += child.stderr();
    for (const file of command.artifacts ?? []) seen.artifacts.set(file, readInside(root, file));
  }
}

function aborted(signal: AbortSignal | undefined, over: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve('aborted'), { once: true, signal: over });
  });
}

const observationOf = ({ exitCode, crashed, stdout, stderr, artifacts, perf }: Seen, { perfLimitMs }: Context): Observation => ({
  consoleErrors: stderr.split('\n').map((line) => line.trimEnd()).filter((line) => line !== '').slice(0, MOST_ERRORS),
  networkFailures: [], screenshots: [], ...(perfLimitMs === undefined ? {} : { perf: [...perf] }), exitCode, stdout, stderr, crashed, artifacts: [...artifacts.values()],
});
