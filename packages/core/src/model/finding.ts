import type { SOURCES } from './schemas/names.js';

/** How hard a finding pulls. The order is the policy: the strongest one decides. `note` changes no verdict. */
export const EFFECTS = ['block', 'blind', 'ask', 'warn', 'note'] as const;
export type Effect = (typeof EFFECTS)[number];
export type Source = (typeof SOURCES)[number];

export interface Finding {
  /** The path of its file under `rules/`, without `.ts`: `risk/auth`. */
  readonly rule: string;
  readonly effect: Effect;
  readonly source: Source;
  /** One line without `; `: what, where, what to do. The rule id in brackets is put behind it when it is published. */
  readonly message: string;
  /** The quoted lines, as they stand in the input. */
  readonly evidence?: string;
  readonly at?: { readonly file: string; readonly line: number };
  /** All files that it speaks of, when there are more than that of `at`. */
  readonly files?: readonly string[];
}

/** What the judge knows beside the findings: which inputs there were, and what kind of evidence. */
export interface Basis {
  readonly task: boolean;
  readonly diff: boolean;
  readonly logs: boolean;
  readonly report: boolean;
  /** Some check is known to have passed. */
  readonly positive: boolean;
  /** The diff touches a high-risk area. */
  readonly highRisk: boolean;
  /** verifier itself ran at least one command. */
  readonly executed: boolean;
  /** Workspace mode: `final_verdict` and `conditions` are part of the answer. */
  readonly workspace: boolean;
}
