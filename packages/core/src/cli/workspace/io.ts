import type { Judgement } from '../../model/index.js';
import type { Environment } from '../../gather/git/index.js';
import type { CheckOptions } from '../options.js';
import type { Load } from '../load.js';
import { print } from '../print.js';
import type { Screen } from './progress.js';

/** The outer world of one workspace check. Tests hand in their own. */
export interface Io {
  readonly cwd: string;
  readonly env: Environment;
  readonly screen: Screen;
  /** Imports an installed package by its URL: the compiled program cannot do it itself. */
  readonly load?: Load | undefined;
  now(): Date;
  print(judgement: Judgement, options: Pick<CheckOptions, 'format' | 'pretty'>, secrets: Environment): Promise<void>;
}

export function processIo(load?: Load): Io {
  return { load, cwd: process.cwd(), env: process.env, screen: process.stderr, now: () => new Date(), print };
}
