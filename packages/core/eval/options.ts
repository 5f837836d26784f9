import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { HarnessError } from './model.js';
import type { Shard } from './report.js';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const OWN_CORPORA: readonly string[] = [path.join(import.meta.dirname, 'corpus'), path.join(ROOT, 'fixtures/corpus')];

export interface Options {
  /** Reports of shards that are put together; null: cases are judged. */
  readonly merge: readonly string[] | null;
  readonly corpora: readonly string[];
  /** The corpora of this repository, all of them. */
  readonly isOwn: boolean;
  readonly only: string | undefined;
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly json: boolean;
  readonly shard: Shard | undefined;
  readonly jobs: number;
}

const OPTIONS = {
  corpus: { type: 'string', multiple: true },
  only: { type: 'string' },
  output: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'boolean' },
  shard: { type: 'string' },
  jobs: { type: 'string' },
} as const;

/** Errors: HarnessError with one sentence. */
export function optionsOf(words: readonly string[]): Options {
  const { values, positionals } = parsed(words.filter((word) => word !== '--')); // pnpm hands its own `--` through
  const [command, ...files] = positionals;
  if (command !== undefined && command !== 'merge') throw new HarnessError(`there is no command ${JSON.stringify(command)}: say nothing, or merge`);
  if (command === 'merge' && files.length === 0) throw new HarnessError('merge needs the reports that --shard … --output FILE wrote');
  const { corpus, only, output, report, json = false, shard, jobs } = values;
  if (report !== undefined && shard !== undefined) throw new HarnessError('a shard alone is no report: merge the shards, with --report there');
  return {
    merge: command === 'merge' ? files : null,
    corpora: corpus ?? OWN_CORPORA,
    isOwn: corpus === undefined,
    only, output, report, json,
    shard: shard === undefined ? undefined : shardOf(shard),
    jobs: jobs === undefined ? availableParallelism() : positive('--jobs', jobs),
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (cause) {
    throw new HarnessError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function shardOf(text: string): Shard {
  const [, index = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (of === '' || shard.index < 1 || shard.index > shard.of) throw new HarnessError(`--shard says which part of how many, as in 1/4, not ${JSON.stringify(text)}`);
  return shard;
}

function positive(name: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new HarnessError(`${name} must be a positive number, not ${JSON.stringify(text)}`);
  return Number(text);
}
