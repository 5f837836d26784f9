import type { Exit, Run } from './log.js';

/** All that a remembered result depends on. Digests are short and of values, so that no value is kept. */
export interface ReceiptFields {
  /** git's hash of the working tree, with what is untracked. */
  readonly tree: string;
  /** Digest of the command, its blanks made one where that cannot matter. */
  readonly command: string;
  readonly directory: string;
  /** Lockfiles, and what is known of the installed dependencies: digest by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Digest by name; null for a name that is not set. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly node: string;
  readonly verifier: string;
  readonly platform: string;
}

/** What a command gave, as it may be kept. */
export interface CommandResult {
  readonly command: string;
  readonly exit: Exit & { readonly durationMs: number };
  readonly transcript: string;
  readonly run: Run;
}

/** A result that holds as long as nothing of the fields changes. */
export interface Receipt {
  readonly fields: ReceiptFields;
  readonly created: string;
  readonly runId: string;
  readonly result: CommandResult;
}
