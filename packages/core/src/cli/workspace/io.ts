import type { Judgement } from '../../model/index.js';
import type { Environment } from '../../gather/git/index.js';
import type { CheckOptions } from '../options.js';
import { print } from '../print.js';
import type { Screen } from './progress.js';

/** The outer world of one workspace check. Tests hand in their own. */
export interface Io {
  readonly cwd: string;
  readonly env: Environment;
  readonly screen: Screen;
  now(): Date;
  print(judgement: Judgement, options: Pick<CheckOptions, 'format' | 'pretty'>, secrets: Environment): Promise<void>;
}

export function processIo(): Io {
  return { cwd: process.cwd(), env: process.env, screen: process.stderr, now: () => new Date(), print };
}
