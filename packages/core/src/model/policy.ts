/** What a project makes of a rule: silent, or always this effect. */
export const RULE_SETTINGS = ['off', 'warn', 'block'] as const;
export type RuleSetting = (typeof RULE_SETTINGS)[number];

/** One rule is silent for a time, on the files that `path` names, or on all. */
export interface Waiver {
  readonly rule: string;
  /** A glob, relative to the repository. */
  readonly path?: string | undefined;
  readonly reason: string;
  /** The last day on which it holds, `YYYY-MM-DD`, in UTC. */
  readonly expires: string;
  readonly owner: string;
}

/** How a project wants the findings weighed. */
export interface Policy {
  readonly rules: Readonly<Record<string, RuleSetting>>;
  readonly waivers: readonly Waiver[];
}
