import type { CheckKind, Claim, ClaimSource, Finding, RunMeta, StageEvidence, StageFinding, StagesFile } from '@verifier/core';
import type { Numbers } from '../stage/numbers.js';
import type { Transport } from '../transport/types.js';

/** Which model is asked, and where. The key is read from the environment variable that `keyEnv` names. */
export interface ProviderConfig {
  readonly kind: 'anthropic' | 'openai-compatible';
  /** Needed for `openai-compatible`. */
  readonly baseUrl?: string | undefined;
  /** Needed for `openai-compatible`. */
  readonly model?: string | undefined;
  /** Default `ANTHROPIC_API_KEY`, or `OPENAI_API_KEY`. */
  readonly keyEnv?: string | undefined;
  /** Needed for `openai-compatible`, where another parameter than `max_tokens` is wanted. */
  readonly maxTokensParameter?: 'max_tokens' | 'max_completion_tokens' | undefined;
}

/** A text that says what the change is for, and who wrote it. */
export interface IntentSource {
  readonly source: ClaimSource;
  readonly content: string;
}

/** A check that was run before the stages: what stages 1 and 2 have to go by. */
export interface DoneCheck {
  readonly kind: Extract<CheckKind, 'static' | 'test'>;
  readonly command: string;
  readonly outcome: 'passed' | 'failed' | 'not-run';
  /** Its log, relative to the folder of the run; empty where there is none. */
  readonly path: string;
}

/** Asked for each command that a refuter proposes: true only lets this exact string be run. */
export type AuthorizeCommand = (command: string, finding: StageFinding) => boolean | Promise<boolean>;

/** Stage 5, as its caller sets it up: what it found on base and head. */
export type ProbeStage = (context: ProbeStageContext) => Promise<ProbeStageResult>;

export interface ProbeStageContext {
  readonly claims: readonly Claim[];
  readonly diff: string;
  readonly runMeta: RunMeta;
  readonly runFolder: string;
  readonly transport: Transport | null;
  /** Gives the ids of new findings and evidence. */
  readonly numbers: Numbers;
  readonly signal?: AbortSignal | undefined;
}

export interface ProbeStageResult {
  readonly claims: readonly Claim[];
  /** New ones only, as the evidence. */
  readonly findings: readonly StageFinding[];
  readonly evidence: readonly StageEvidence[];
  readonly runMeta: RunMeta;
}

export interface StagesRequest {
  /** The work tree: refuters' commands run here, code around the change is read here. */
  readonly root: string;
  readonly runId: string;
  /** The folder of this run, which is there already. `claims.json`, `stages.json` and evidence go here. */
  readonly runFolder: string;
  /** What was asked, and by whom. `tier` is primary only when a person wrote it. */
  readonly task: string;
  readonly taskSource?: ClaimSource | undefined;
  /** More texts that say what the change is for. */
  readonly sources?: readonly IntentSource[] | undefined;
  readonly diff: string;
  readonly base: string;
  readonly head: string;
  /** The report of the agent that made the change: a secondary source. */
  readonly report: string;
  /** 0 intent, 1 static checks, 2 tests, 3 correctness lens, 4 refutation, 5 probes. */
  readonly stages: readonly number[];
  readonly checks?: readonly DoneCheck[] | undefined;
  readonly provider: ProviderConfig | null;
  /** Instead of `provider`. */
  readonly transport?: Transport | undefined;
  readonly allowLlm: boolean;
  /** The id of an earlier run of this workspace, whose claims stand instead of new ones. */
  readonly reuseClaims?: string | undefined;
  readonly authorizeCommand?: AuthorizeCommand | undefined;
  readonly probes?: ProbeStage | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

export interface StagesResult {
  /** For core's one judge. */
  readonly findings: readonly Finding[];
  readonly stages: StagesFile;
  readonly runMeta: RunMeta;
}
