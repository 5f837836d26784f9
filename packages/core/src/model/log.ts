import type { Line } from './text.js';

/** How a process ended. `code` is null when a signal ended it; `durationMs` is null when somebody else ran it. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly durationMs: number | null;
}

/** Kinds of things that deserve one warning each, with their number. */
export const SOFT = ['skipped', 'todo', 'flaky', 'warning', 'deprecated', 'obsolete'] as const;
export type Soft = (typeof SOFT)[number];

/**
 * What a log says, never what it means for the change. `span` is the lines it explains, both ends included; `count`
 * is how many neighbouring facts of the same kind were folded into this one.
 */
export type LogFact = { readonly tool: string; readonly span: readonly [from: number, to: number]; readonly text: string; readonly count: number } & (
  | { readonly kind: 'totals'; readonly passed: number; readonly failed: number; readonly skipped: number } // a tool's own summary
  | { readonly kind: 'closed'; readonly ok: boolean } // a closing statement without counts: `BUILD SUCCESSFUL`
  | { readonly kind: 'failure'; readonly name: string; readonly file: string | null; readonly line: number | null } // one failed check
  | { readonly kind: 'gate'; readonly name: string } // red whatever the summary says: coverage below threshold, unhandled error
  | { readonly kind: 'diagnostic'; readonly level: 'error' | 'warning'; readonly file: string | null; readonly line: number | null }
  | { readonly kind: 'soft'; readonly what: Soft; readonly amount: number }
  | { readonly kind: 'passed' } // names are in Run.passed
  | { readonly kind: 'no-tests' } // the tool says that it executed nothing
  | { readonly kind: 'not-run' } // a check that was configured and not executed: `- [ ] pnpm test`
  | { readonly kind: 'not-configured' } // somebody says that there is no check
  | { readonly kind: 'unfinished' } // the tool began and never reached its closing statement
  | { readonly kind: 'noise' } // a line that the tool owns and that says nothing
);
export type LogKind = LogFact['kind'];

/** Whether a tool runs tests (zero executed is then no evidence), looks at code, builds it, or runs other tools. */
export type ToolKind = 'tests' | 'lint' | 'build' | 'wrapper' | 'unknown';

/**
 * What the exit status of a command is worth as evidence: `trivial` commands check nothing (`true`, `echo …`), `masked`
 * ones hide the status of what they run (`… || true`, `… | tail`), `permissive` ones are green when nothing was executed
 * (`--passWithNoTests`, `--collect-only`).
 */
export type Worth = 'check' | 'trivial' | 'masked' | 'permissive';

/** One verification command, or one pasted log. Bounded whatever the size of the log. */
export interface Run {
  /** The command as it was given; null when the text names none. */
  readonly command: string | null;
  readonly worth: Worth;
  /** null: nobody says how it ended. */
  readonly exit: Exit | null;
  /** true: verifier itself ran it. */
  readonly executed: boolean;
  /** In line order. Of each kind the first 200 and the last 20; `omitted` counts the rest. */
  readonly facts: readonly LogFact[];
  readonly omitted: Readonly<Partial<Record<LogKind, number>>>;
  /** What passed, by name, up to 4 MiB of names (`cut` says that there were more). */
  readonly passed: { readonly names: readonly string[]; readonly count: number; readonly cut: boolean };
  /** The last 200 lines that no recognizer explained. */
  readonly unread: readonly Line[];
  /** Lines seen in all. */
  readonly lines: number;
}
