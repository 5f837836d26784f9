// Holds src/harness.ts against the types that the harness publishes: what does not fit does not compile. `pnpm test:dsh` compiles it
// against the installed packages. Ids are branded there, so messages and agents are compared without them.
import type { Context, Events } from '@deepseek-ai/cordis';
import type { Agent as RealAgent } from '@deepseek-ai/dsh-agent';
import type {} from '@deepseek-ai/dsh-goal';
import type {} from '@deepseek-ai/dsh-sandbox-policy';
import type {} from '@deepseek-ai/dsh-shell';
import type { PreToolDecision, ToolExecution as RealExecution } from '@deepseek-ai/dsh-tools';
import type { Agent, Decision, GoalChanged, GoalView, SandboxMode, SandboxPolicy, Session, Shell, ShellResult, SteerMessage, ToolExecution } from '../../src/harness.js';

type RealMessage = Parameters<RealAgent['steer']>[0];
type Known = Omit<Agent, 'steer'>;

declare const real: Context;
declare const execution: RealExecution;
declare const agent: RealAgent;
declare const id: RealMessage['id'];
declare const message: SteerMessage;
declare const decision: Decision;
declare const mode: SandboxMode;

// What the harness gives, as we read it.
export const roots: readonly Known[] = real.agents.roots();
export const known: Known = agent;
export const session: Session = agent.session;
export const exec: Omit<ToolExecution, 'agent'> & { readonly agent?: Known } = execution;
export const goal: GoalView | undefined = real.goals.get(agent);
export const changed: Omit<GoalChanged, 'agent'> & { readonly agent: Known } = {} as Parameters<Events['goal/changed']>[0];
export const policy: SandboxPolicy = real.sandboxPolicy.resolve({ session: agent.session, mode });
export const shell: Shell<ReturnType<Context['shell']['resolve']>> = real.shell;
export const result: Promise<ShellResult> = real.shell.run(real.shell.resolve({ command: 'npm test', workdir: '/', timeoutMs: 1, signal: execution.signal, env: {}, sandboxPolicy: policy }));

// What we give, as the harness takes it.
export const decided: PreToolDecision = decision;
agent.steer({ ...message, id });
real.on('tools/pre-execute', (_exec, next) => next(), { prepend: true });
real.on('agent/turn-stopping', async ({ agent: stopping, turn, signal }) => { await Promise.resolve([stopping, turn satisfies number, signal satisfies AbortSignal]); });
real.on('goal/changed', ({ change }) => { void (change.ref.id satisfies string); });
real.tools.guard((call) => (call.name === 'update_goal' ? 'no' : undefined));

// @ts-expect-error: the source says which plugin it is, by name
agent.steer({ ...message, id, source: { kind: 'plugin', plugin: 1 } });
// @ts-expect-error: there is no such decision
export const wrong: PreToolDecision = { kind: 'refuse', reason: 'x' };
