import type { TextExpected } from './cases.js';

/** What a case is made of: texts that are handed over, or a repository in which commands are run. */
export const CORPORA = ['texts', 'repositories'] as const;
export type Corpus = (typeof CORPORA)[number];

/** A miss that is known: who answers for it, why it is missed, and what is planned. The expectation stays true. */
export interface Debt {
  readonly owner: string;
  readonly reason: string;
  readonly followUp: string;
}

export interface TextInput {
  readonly task: string;
  readonly diff: string;
  readonly verifyLogs: string;
  readonly builderReport: string;
}

/** Absolute paths; `patch` null: nothing is changed. */
export interface RepositoryInput {
  readonly base: string;
  readonly patch: string | null;
  readonly task: string;
  readonly report: string;
  readonly commands: readonly string[];
  /** false: the patch is applied only, so that new files are untracked. */
  readonly isCommitted: boolean;
  readonly gitConfig: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** What is run beside the commands; nothing where it is not said. */
  readonly trials?: readonly ('compareBase' | 'restoreTests' | 'redProof')[];
}

/** A finding that must be among those told: its rule, and the file that it points at. */
export interface ExpectedFinding {
  readonly rule?: string | undefined;
  readonly file?: string | undefined;
}

/** `Verdict` of texts, `FinalVerdict` of a repository: the words of the contract. */
export type Expected = Omit<TextExpected, 'verdict' | 'verdictAnyOf'> & {
  readonly verdicts: readonly string[];
  readonly findings?: readonly ExpectedFinding[];
};

export interface EvalCase {
  readonly id: string;
  readonly kind: string;
  readonly stack: string;
  readonly description: string;
  readonly expected: Expected;
  readonly debt?: Debt;
  /** The change is bad, so that a verdict which lets it through is a miss. */
  readonly defect: boolean;
  readonly input: ({ readonly corpus: 'texts' } & TextInput) | ({ readonly corpus: 'repositories' } & RepositoryInput);
}

/** The part of a verdict that a case can be wrong about. */
export interface Actual {
  readonly verdict: string;
  readonly risk: string;
  readonly confidence: number;
  readonly mustFix: number;
  readonly shouldFix: number;
  /** The rules that spoke, with the files they point at. */
  readonly findings?: readonly ExpectedFinding[];
}

/** What judging one case gave; `error` is the sentence of a verifier that gave no verdict. */
export interface Outcome {
  readonly actual: Actual | { readonly error: string };
  readonly durationMs: number;
}

/** The harness could not do its work: the verifier is not at fault. */
export class HarnessError extends Error {
  override readonly name = 'HarnessError';
}
