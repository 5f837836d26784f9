export const TARGET_TYPES = ['cli', 'api', 'web', 'electron', 'tauri', 'macos-native', 'windows-native', 'tui', 'mobile'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

export const STEP_KINDS = ['navigate', 'click', 'type', 'key', 'exec', 'request', 'wait', 'assert-screen'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** What a failed scenario may be called instead of what follows from the observation. */
export const FAIL_CATEGORIES = ['security', 'data-loss', 'crash', 'regression', 'logic', 'perf'] as const;
export type FailCategory = (typeof FAIL_CATEGORIES)[number];

type Awaitable<Value> = Value | Promise<Value>;

/** Observes one kind of program. It says what it saw: no finding, no severity, no comparison. */
export interface ProbeDriver {
  readonly targetType: TargetType;
  /** Reads files only: nothing is started, nothing is written. Null: not a target of this driver. */
  detect(project: ProjectContext): Awaitable<DetectResult | null>;
  /** Starts the target. Errors: LaunchError, and then nothing of it is left. */
  launch(context: LaunchContext): Awaitable<ProbeSession>;
}

export interface ProbeSession {
  /** One result for each step that was tried; those after one that did not pass are left out. Errors: UnsupportedStepError. */
  interact(scenario: Scenario): Awaitable<readonly StepResult[]>;
  /** What was seen since the launch. */
  observe(): Awaitable<Observation>;
  /** Ends all that the session started. A second call does nothing. */
  teardown(): Awaitable<void>;
}

export interface ProjectContext {
  /** The folder of the project, absolute. */
  readonly root: string;
}

export interface DetectResult {
  readonly targetType: TargetType;
  /** Files and entries that told, for a person. */
  readonly reasons: readonly string[];
}

/** A command that the caller allows. A scenario names its id and can change nothing of it. */
export interface RegisteredCommand {
  readonly executable: string;
  readonly args?: readonly string[];
  /** Added to a minimal environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files that it writes, relative to the project: they are captured after it ran. */
  readonly artifacts?: readonly string[];
}

export interface LaunchContext extends ProjectContext {
  readonly commands?: Readonly<Record<string, RegisteredCommand>>;
  /** Where a service runs already, `http://127.0.0.1:<port>`; without it the driver starts one. */
  readonly baseUrl?: string;
  readonly launchTimeoutMs?: number;
  readonly stepTimeoutMs?: number;
  /** A step that takes longer is put into `Observation.perf`. */
  readonly perfLimitMs?: number;
  readonly signal?: AbortSignal;
}

export interface Scenario {
  readonly id: string;
  readonly description: string;
  readonly claimIds: readonly string[];
  readonly failCategory?: FailCategory;
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly kind: 'navigate'; readonly url: string }
  | { readonly kind: 'click'; readonly target: string }
  | { readonly kind: 'type'; readonly target?: string; readonly text: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'exec'; readonly command: string; readonly stdin?: string }
  | RequestStep
  | { readonly kind: 'wait'; readonly forMs?: number; readonly until?: string }
  | { readonly kind: 'assert-screen'; readonly expectation: string };

export interface RequestStep {
  readonly kind: 'request';
  readonly method: string;
  /** Relative to the one host of the target: `/orders?page=2`. */
  readonly path: string;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expect?: RequestExpectation;
}

/** Without `status` and `statusAnyOf` any 2xx is right. */
export interface RequestExpectation {
  readonly status?: number;
  readonly statusAnyOf?: readonly number[];
  readonly jsonSchema?: unknown;
  readonly bodyIncludes?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StepResult {
  /** Its place in the scenario, from 0. */
  readonly step: number;
  readonly kind: StepKind;
  /** `timed-out` says nothing of the target: it was only not waited for. */
  readonly outcome: 'passed' | 'failed' | 'timed-out';
  /** What was seen and what was expected, in one sentence; empty when it passed. */
  readonly message: string;
}

export interface NetworkFailure {
  readonly method: string;
  readonly path: string;
  readonly reason: string;
}

export interface Artifact {
  /** As the command declares it. */
  readonly path: string;
  /** False: missing, a link, outside of the project, or no file. */
  readonly present: boolean;
  readonly text: string;
  /** More was there than is kept. */
  readonly cut: boolean;
}

export interface PerfSample {
  readonly name: string;
  readonly ms: number;
  readonly limitMs: number;
}

export interface Observation {
  readonly consoleErrors: readonly string[];
  readonly networkFailures: readonly NetworkFailure[];
  /** Files with pictures. */
  readonly screenshots: readonly string[];
  /** Only what took longer than its limit. */
  readonly perf?: readonly PerfSample[];
  /** The first that is not 0, else 0. */
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** The target ended when it should not have: a signal that nobody sent, or a service that is gone. */
  readonly crashed: boolean;
  readonly artifacts: readonly Artifact[];
}
