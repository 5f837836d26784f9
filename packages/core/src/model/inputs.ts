import type { DiffModel } from './diff.js';
import type { Run } from './log.js';
import type { Notice } from './notices.js';
import type { Policy } from './policy.js';
import type { Syntax } from './syntax.js';
import type { TaskKind, TestChanges } from './tests.js';
import type { Trials } from './trials.js';

/** What a caller wants judged: a workspace that is looked at here, or texts that are handed over. `root`: where a cut diff can be completed. */
export type Request =
  | { readonly from: 'workspace'; readonly root: string; readonly task: string; readonly base?: string; readonly commands?: readonly string[] }
  | { readonly from: 'text'; readonly inputs: Inputs; readonly root?: string };

/** Both sides of a changed file as far as they are there and are text. */
export interface WholeFile {
  readonly old: string | null;
  readonly now: string | null;
}

/** What `gather/` brings in and `check` judges. Diff and logs were read as they came, so that no large text is held. */
export interface Inputs {
  readonly task: string;
  /** As `evidence/diff` read it; `code` of its lines is filled by `check`, with `syntax`. */
  readonly diff: DiffModel;
  /** By path: files of the change that are known as a whole. What a hunk begins in, a comment or a text, shows only there. */
  readonly whole?: ReadonlyMap<string, WholeFile>;
  /** The builder's report. */
  readonly report: string;
  readonly runs: readonly Run[];
  /** The same checks on other mixes of the two sides, where they were asked for. */
  readonly trials?: Trials;
  readonly syntax: Syntax;
  readonly workspace: boolean;
  /** What was found while the inputs were brought in: a configuration that is new in this change, a diff that was cut. */
  readonly findings: readonly Notice[];
  /** What the project's configuration makes of the findings. */
  readonly policy?: Policy;
  /** ISO time, the only clock of the pure rooms. */
  readonly now: string;
}

/** What the inputs say, ready for the rules. */
export interface Evidence {
  readonly task: string;
  readonly diff: DiffModel;
  readonly report: string;
  readonly runs: readonly Run[];
  readonly trials?: Trials;
  /** The tests of both sides of the whole change. */
  readonly tests: TestChanges;
  /** What the task asks for, as far as it says so. */
  readonly asks: ReadonlySet<TaskKind>;
  readonly workspace: boolean;
  readonly now: string;
}
