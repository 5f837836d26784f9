import type { ChangedFile, DiffModel, Project, Syntax } from '../core.js';
import type { Settings } from '../config.js';
import type { SandboxMode, Session } from '../harness.js';

/** A goal in its workspace, as the gate looks at it. */
export interface Case {
  readonly goal: string;
  readonly workspace: string;
  /** What people asked for, in their words. */
  readonly task: string;
  readonly session: Session;
}

export interface Order {
  readonly command: string;
  readonly workspace: string;
  readonly session: Session;
  readonly timeoutMs: number;
  readonly env: Readonly<Record<string, string>>;
  /** null: as the session has it. */
  readonly mode: SandboxMode | null;
}

/** How a command ended. What could not be run at all is an error instead. */
export interface Outcome {
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly aborted: boolean;
  readonly timeoutMs: number;
  readonly output: string;
  /** The sandbox says that it refused a file operation; it judges by the words on stderr. */
  readonly denied: boolean;
}

/** The files of a workspace at one moment. */
export interface Look {
  readonly tree: string;
  /** Equal for an unchanged workspace; null where a change might not show. */
  readonly fingerprint: string | null;
  /** Hashes of tests, runner configuration and scripts, by path. */
  surface(): Promise<Readonly<Record<string, string>>>;
  textIn(tree: string, name: string): Promise<string | null>;
  changesSince(tree: string): Promise<Changes>;
  release(): void;
}

export interface Changes {
  readonly diff: DiffModel;
  readonly syntax: Syntax;
  readonly files: readonly ChangedFile[];
}

/** Small texts that outlive the process, outside of every workspace. */
export interface Shelf {
  read(name: string): unknown;
  write(name: string, value: unknown): void;
}

/** Something that only judgement can settle, and what somebody thinks of it. An opinion is named, it never denies. */
export interface Opinion {
  readonly item: string;
  readonly met: boolean;
  readonly why: string;
}

/** What a host may put beside the gate, as the service `verifierJudge`. */
export interface Judge {
  judge(request: { readonly items: readonly string[]; readonly task: string; readonly workspace: string }, signal: AbortSignal): Promise<readonly Opinion[]>;
}

/** All that the gate asks of the world around it. */
export interface Surroundings {
  run(order: Order, signal: AbortSignal): Promise<Outcome>;
  /** null: nobody can tell, and the operator was told why. */
  look(one: Case): Promise<Look | null>;
  /** null: there is no such folder. */
  project(workspace: string): Project | null;
  text(workspace: string, name: string): string | null;
  readonly shelf: Shelf;
  judge(): Judge | null;
  digest(text: string): string;
  now(): string;
  /** A line for the operator; the model never sees it. */
  tell(text: string): void;
}

export interface Gate {
  readonly settings: Settings;
  readonly around: Surroundings;
  /** One verification at a time in one workspace. */
  readonly queue: Queue;
}

export interface Queue {
  /** Rejects with the signal's reason when it is aborted while waiting. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** `red`, `weakened`, `open`: the model has work to do. `fault`, `undetected`: a person has. `stopped`: nothing is known. */
export type Verdict =
  | { readonly is: 'pass' | 'nothing'; readonly notes: readonly string[] }
  | { readonly is: 'red' | 'weakened' | 'open' | 'fault' | 'undetected' | 'stopped'; readonly text: string };
