import type { Order, Outcome } from '../gate/model.js';
import type { HarnessContext, SandboxPolicies } from '../harness.js';

/** Under the sandbox $HOME is read-only, and go builds nothing without a cache (go 1.12 and later). */
const GO = /(?:^|[\s;&|(])go\s+(?:test|build|vet|run|tool|generate)\b/;
const GO_CACHE = '/tmp/verifier-go-cache';

/** Runs a command as the session's own shell tool would: its sandbox policy, its folder. */
export async function outcomeOf({ command, workspace, session, timeoutMs, env, mode }: Order, ctx: HarnessContext, signal: AbortSignal): Promise<Outcome> {
  const policies = ctx.get('sandboxPolicy') as SandboxPolicies | undefined;
  const sandboxPolicy = policies?.resolve({ session, ...(mode === null ? {} : { mode }) });
  const isConfined = sandboxPolicy !== undefined && sandboxPolicy.mode !== 'danger-full-access';
  const own = isConfined && GO.test(command) ? { GOCACHE: GO_CACHE } : {};
  const result = await ctx.shell.run(ctx.shell.resolve({ command, workdir: workspace, timeoutMs, signal, env: { ...own, ...env }, sandboxPolicy }));
  return {
    code: result.exitCode, signal: result.signal, timedOut: result.timedOut, aborted: result.aborted, timeoutMs: result.timeoutMs,
    output: [result.stdout.text, result.stderr.text].filter((text) => text !== '').map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join(''),
    denied: result.sandbox?.denied === true,
  };
}

/** The folder of a session, as its shell tool takes it; null: it has none. Never the folder of the process. */
export function workspaceOf(session: Order['session'], ctx: HarnessContext): string | null {
  const cwd = session.header.cwd;
  if (cwd === undefined) return null;
  const policies = ctx.get('sandboxPolicy') as SandboxPolicies | undefined;
  return policies?.resolve({ session }).workspaceRoot ?? cwd;
}
