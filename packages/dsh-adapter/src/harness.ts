/**
 * What is used of DeepSeek Harness, as its own types have it (@deepseek-ai/dsh 0.1.0-rc.8). Nothing of it is imported at run
 * time: a plugin that is linked from a checkout cannot resolve the harness's packages. test/types holds both against each other.
 */
export type SandboxMode = 'read-only' | 'workspace-write' | 'danger-full-access';

export interface SessionEvent {
  readonly type: string;
  readonly data: unknown;
}

export interface Session {
  readonly header: { readonly cwd?: string };
  readonly events: readonly SessionEvent[];
}

export interface SteerMessage {
  readonly id: string;
  readonly role: 'user';
  readonly content: { readonly type: 'text'; readonly text: string }[];
  /** Never `user`: that would attest that a person wrote it. */
  readonly source: { readonly kind: 'plugin'; readonly plugin: string; readonly form: 'notice'; readonly summary: string };
}

export interface Agent {
  readonly session: Session;
  steer(message: SteerMessage): void;
}

export interface GoalView {
  readonly id: string;
  readonly revision: number;
  readonly objective: string;
  readonly phase: 'active' | 'paused' | 'blocked' | 'complete';
  readonly activation: 'armed' | 'disarmed';
}

export interface ToolExecution {
  readonly name: string;
  /** Parsed; a raw string when the model wrote no JSON. */
  readonly arguments: unknown;
  readonly agent?: Agent;
  readonly signal: AbortSignal;
}

export type Decision = { readonly kind: 'allow' } | { readonly kind: 'deny'; readonly reason: string } | { readonly kind: 'ask'; readonly reason?: string };

export interface GoalChanged {
  readonly agent: Agent;
  readonly change: { readonly operation: 'create' | 'edit' | 'pause' | 'resume' | 'complete' | 'block' | 'clear'; readonly ref: { readonly id: string } };
}

export interface ShellRequest {
  readonly command: string;
  readonly workdir: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly env: Record<string, string>;
  readonly sandboxPolicy?: SandboxPolicy | undefined;
}

export interface SandboxPolicy {
  readonly mode: SandboxMode;
  readonly workspaceRoot: string;
}

export interface ShellResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  /** What applied: the harness caps it at ten minutes without a word. */
  readonly timeoutMs: number;
  readonly stdout: { readonly text: string };
  readonly stderr: { readonly text: string };
  readonly sandbox?: { readonly mode: SandboxMode; readonly denied: boolean };
}

export interface Shell<Spec = unknown> {
  resolve(request: ShellRequest): Spec;
  run(spec: Spec): Promise<ShellResult>;
}

export interface SandboxPolicies {
  resolve(request: { readonly session: Session; readonly mode?: SandboxMode }): SandboxPolicy;
}

export interface HarnessContext {
  readonly tools: { guard(guard: (exec: ToolExecution) => string | undefined): unknown };
  readonly agents: { roots(): readonly Agent[] };
  readonly goals: { get(agent: Agent): GoalView | undefined };
  readonly shell: Shell;
  /** Services that need not be there, read when they are needed. */
  get(name: string): unknown;
  on(event: 'tools/pre-execute', listener: (exec: ToolExecution, next: () => Promise<Decision>) => Promise<Decision>, options?: { readonly prepend?: boolean }): unknown;
  on(event: 'agent/turn-stopping', listener: (stop: { readonly agent: Agent; readonly turn: number; readonly signal: AbortSignal }) => Promise<void>): unknown;
  on(event: 'goal/changed', listener: (changed: GoalChanged) => void): unknown;
}
