import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { HarnessError } from './model.js';

export const THRESHOLDS_FILE = 'eval/thresholds.json';
const FILE = path.resolve(import.meta.dirname, '../../..', THRESHOLDS_FILE);
const share = z.number().min(0).max(1);

const TextBarsSchema = z.object({ verdictAgreement: share, falsePositiveRate: share }).strict();
const RepositoryBarsSchema = z.object({ recall: share, fpRate: share, verdictAgreement: share }).strict();
// What other measurements are held to may stand in the same file.
const ThresholdsSchema = z.object({
  /** The corpora of this repository, without the declared debt. */
  own: z.object({ texts: TextBarsSchema, repositories: RepositoryBarsSchema }).strict(),
  /** The same with the declared debt counted. */
  raw: z.object({ texts: TextBarsSchema, repositories: RepositoryBarsSchema }).strict(),
  /** Anybody's corpus, named with --corpus. */
  external: z.object({ texts: TextBarsSchema, repositories: RepositoryBarsSchema }).strict(),
  mutation: z.object({ wrongWay: share, carriers: share }).strict(),
  /** The replay of recorded stages: `pnpm eval:semantic`. */
  semantic: RepositoryBarsSchema.optional(),
});

export type Thresholds = z.infer<typeof ThresholdsSchema>;
export interface Bars {
  readonly adjusted: Thresholds['own'];
  readonly raw: Thresholds['own'];
}

export function readThresholds(file = FILE): Thresholds {
  try {
    return ThresholdsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? cause.issues.map(({ path: keys, message }) => `${keys.join('.')} ${message}`).join(', ') : 'it is not there, or it is not JSON';
    throw new HarnessError(`${file}: ${why}`, { cause });
  }
}

export const ownBars = ({ own, raw }: Thresholds): Bars => ({ adjusted: own, raw });
export const externalBars = ({ external }: Thresholds): Bars => ({ adjusted: external, raw: external });
