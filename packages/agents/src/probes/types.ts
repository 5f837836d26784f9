import type { LaunchContext, ProbeDriver, Scenario } from '@verifier/probe-sdk';

export interface ProbeTarget {
  /** For people, and in `RunMeta.targets`. */
  readonly name: string;
  readonly driver: ProbeDriver;
  /** Commands, limits of time and the like; where the project stands and the abort are added. */
  readonly launch: Omit<LaunchContext, 'root' | 'signal'>;
  /** Instead of scenarios that a model writes. */
  readonly scenarios?: readonly Scenario[];
}

/** The two sides of the change, each in a folder of its own, ready to run. */
export interface ProbeProjects {
  readonly base: string;
  readonly head: string;
  readonly dispose?: () => void | Promise<void>;
}

export interface ProbeOptions {
  readonly targets: readonly ProbeTarget[];
  readonly projects: ProbeProjects | (() => ProbeProjects | Promise<ProbeProjects>);
  /** For all of it. Default two minutes. */
  readonly budgetMs?: number;
  /** Its values of names that sound secret are hidden. Default: the environment. */
  readonly env?: NodeJS.ProcessEnv;
}
