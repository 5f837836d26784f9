import type { LaunchContext, ProbeDriver, RegisteredCommand, Scenario } from '@verifier/probe-sdk';

export interface ProbeTarget {
  /** For people, and in `RunMeta.targets`. */
  readonly name: string;
  readonly driver: ProbeDriver;
  /** Commands, limits of time and the like; where the project stands and the abort are added. */
  readonly launch: Omit<LaunchContext, 'root' | 'signal'>;
  /** Instead of scenarios that a model writes. */
  readonly scenarios?: readonly Scenario[] | undefined;
  /** Run in both folders, in this order, before the first launch: what builds the target, for one. */
  readonly prepare?: readonly RegisteredCommand[] | undefined;
  /** Somebody says that the target is there: its driver is not asked. */
  readonly isNamed?: boolean | undefined;
}

/** A target as a configuration file names it. */
export interface TargetConfig extends Omit<ProbeTarget, 'driver' | 'launch' | 'isNamed'>, Pick<LaunchContext, 'commands' | 'launchTimeoutMs' | 'stepTimeoutMs' | 'perfLimitMs'> {
  /** `cli`, `api`, or the name of a package that exports its driver as `driver`. */
  readonly driver: string;
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
