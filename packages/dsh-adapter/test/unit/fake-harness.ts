import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Config, type Settings } from '../../src/config.js';
import type { Agent, Decision, GoalChanged, GoalView, HarnessContext, SessionEvent, ShellRequest, ShellResult, SteerMessage, ToolExecution } from '../../src/harness.js';
import { apply } from '../../src/index.js';

/** As much of the harness as the plugin sees: its events in their order, its shell as a real process, one goal per agent. */
export class FakeHarness implements HarnessContext {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'dsh-unit-')));
  readonly workspace = path.join(this.root, 'workspace');
  readonly requests: ShellRequest[] = [];
  readonly services = new Map<string, unknown>();
  readonly children: Agent[] = [];
  readonly #agents: FakeAgent[] = [];
  readonly #goals = new Map<Agent, GoalView>();
  readonly #guards: ((exec: ToolExecution) => string | undefined)[] = [];
  readonly #gates: ((exec: ToolExecution, next: () => Promise<Decision>) => Promise<Decision>)[] = [];
  readonly #stops: ((stop: { agent: Agent; turn: number; signal: AbortSignal }) => Promise<void>)[] = [];
  readonly #changes: ((changed: GoalChanged) => void)[] = [];
  readonly #home: string | undefined;
  /** What the next command gives instead of being run; an error is thrown. */
  nextResult: Partial<ShellResult> | Error | null = null;

  readonly tools = { guard: (guard: (exec: ToolExecution) => string | undefined) => this.#guards.push(guard) };
  readonly agents = { roots: () => this.#agents.filter((agent) => !this.children.includes(agent)) };
  readonly goals = { get: (agent: Agent) => this.#goals.get(agent) };
  readonly shell = { resolve: (request: ShellRequest): unknown => request, run: (spec: unknown) => this.#run(spec as ShellRequest) };

  constructor(files: Readonly<Record<string, string>>, config: Readonly<Record<string, unknown>> = {}) {
    mkdirSync(this.workspace);
    for (const [name, text] of Object.entries(files)) this.put(name, text);
    this.#home = process.env['DSH_HOME'];
    process.env['DSH_HOME'] = path.join(this.root, 'home');
    this.load(config);
  }

  /** As after a change of the configuration: the old listeners are gone. */
  load(config: Readonly<Record<string, unknown>>): void {
    for (const list of [this.#guards, this.#gates, this.#stops, this.#changes]) list.length = 0;
    apply(this, settingsOf(config));
  }

  on(event: string, listener: never, options?: { readonly prepend?: boolean }): void {
    const lists: Record<string, unknown[]> = { 'tools/pre-execute': this.#gates, 'agent/turn-stopping': this.#stops, 'goal/changed': this.#changes };
    if (options?.prepend === true) lists[event]?.unshift(listener);
    else lists[event]?.push(listener);
  }

  get(name: string): unknown {
    return this.services.get(name);
  }

  put(name: string, text: string): void {
    const file = path.join(this.workspace, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  agent(cwd: string | null = this.workspace): FakeAgent {
    const agent = new FakeAgent(cwd);
    this.#agents.push(agent);
    return agent;
  }

  goal(agent: Agent, objective = 'make add() correct'): GoalView {
    return this.#set(agent, { id: `goal-${this.#agents.findIndex((one) => one === agent)}`, revision: 1, objective, phase: 'active', activation: 'armed' }, 'create');
  }

  change(agent: Agent, change: Partial<GoalView>): void {
    const goal = this.#goals.get(agent);
    if (goal !== undefined) this.#goals.set(agent, { ...goal, ...change });
  }

  /** The whole way of a call; a call that is allowed completes the goal. */
  async complete(agent: Agent, given: { readonly arguments?: unknown; readonly name?: string; readonly signal?: AbortSignal } = {}): Promise<string | null> {
    const goal = this.#goals.get(agent);
    const exec: ToolExecution = { name: 'update_goal', arguments: { goal_id: goal?.id, revision: goal?.revision, action: 'complete' }, agent, signal: new AbortController().signal, ...given };
    const next = (at: number): Promise<Decision> => this.#gates[at]?.(exec, () => next(at + 1)) ?? Promise.resolve({ kind: 'allow' });
    const decision = await next(0);
    if (decision.kind !== 'allow') return decision.reason ?? 'asked';
    const reason = this.#guards.map((guard) => guard(exec)).find((said) => said !== undefined);
    if (reason !== undefined) return reason;
    if (goal !== undefined && exec.name === 'update_goal') this.#set(agent, { ...goal, revision: goal.revision + 1, phase: 'complete', activation: 'disarmed' }, 'complete');
    return null;
  }

  async stopTurn(agent: FakeAgent, turn = 1, signal = new AbortController().signal): Promise<string | null> {
    const before = agent.steers.length;
    for (const stop of this.#stops) await stop({ agent, turn, signal });
    return agent.steers.length > before ? (agent.steers.at(-1)?.content[0]?.text ?? '') : null;
  }

  dispose(): void {
    if (this.#home === undefined) delete process.env['DSH_HOME'];
    else process.env['DSH_HOME'] = this.#home;
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  #set(agent: Agent, goal: GoalView, operation: GoalChanged['change']['operation']): GoalView {
    this.#goals.set(agent, goal);
    for (const changed of this.#changes) changed({ agent, change: { operation, ref: { id: goal.id } } });
    return goal;
  }

  async #run(request: ShellRequest): Promise<ShellResult> {
    this.requests.push(request);
    const result = this.nextResult;
    this.nextResult = null;
    if (result instanceof Error) throw result;
    const plain: ShellResult = { exitCode: 0, signal: null, timedOut: false, aborted: false, timeoutMs: request.timeoutMs, stdout: { text: '' }, stderr: { text: '' } };
    return result === null ? { ...plain, ...(await processResult(request)) } : { ...plain, ...result };
  }
}

export class FakeAgent implements Agent {
  readonly steers: SteerMessage[] = [];
  readonly events: SessionEvent[] = [];
  readonly session: Agent['session'];

  constructor(cwd: string | null) {
    this.session = { header: cwd === null ? {} : { cwd }, events: this.events };
  }

  hears(text: string, kind = 'user'): void {
    this.events.push({ type: 'user/message', data: { source: { kind }, content: [{ type: 'text', text }] } });
  }

  steer(message: SteerMessage): void {
    this.steers.push(message);
  }
}

export function settingsOf(config: unknown): Settings {
  const result = Config['~standard'].validate(config);
  if ('issues' in result) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return result.value;
}

function processResult({ command, workdir, env, signal }: ShellRequest): Promise<Partial<ShellResult>> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', command], { cwd: workdir, env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const said = { stdout: '', stderr: '' };
    const abort = (): void => { if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM'); };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    child.stdout.setEncoding('utf8').on('data', (text: string) => { said.stdout += text; });
    child.stderr.setEncoding('utf8').on('data', (text: string) => { said.stderr += text; });
    child.on('error', reject);
    child.on('close', (exitCode, ended) => { resolve({ exitCode, signal: ended, aborted: signal.aborted, stdout: { text: said.stdout }, stderr: { text: said.stderr } }); });
  });
}
