import { createRedactor, type Redactor, type RunMeta, type StageFinding, type StageOrigin } from '@verifier/core';
import { openTransport } from '../transport/open.js';
import type { Transport } from '../transport/types.js';
import { type Numbers, numbersAfter } from './numbers.js';
import { folderOfRun } from './run-folder.js';

/** What every stage takes beside its inputs. */
export interface StageOptions {
  /** Default: Claude, with the key of `ANTHROPIC_API_KEY`. */
  readonly transport?: Transport | undefined;
  /** The work tree. Default: the current folder. */
  readonly root?: string | undefined;
  /** Default: `.verifier/runs/<run id>` in `root`. */
  readonly runFolder?: string | undefined;
  /** Gives ids when several stages belong to one run. */
  readonly numbers?: Numbers | undefined;
  /** Its values of names that sound secret are hidden everywhere. Default: the environment. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface StageContext {
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly numbers: Numbers;
  readonly root: string;
  readonly signal: AbortSignal | undefined;
  /** Made when it is first needed. */
  readonly runFolder: () => string;
}

export function contextOf(meta: RunMeta, { transport, root = process.cwd(), runFolder, numbers = numbersAfter(), env = process.env, signal }: StageOptions): StageContext {
  return { transport: transport ?? openTransport({ kind: 'anthropic' }, env), redactor: createRedactor({ env }), numbers, root, signal, runFolder: () => folderOfRun(root, meta.runId, runFolder) };
}

/** Something that a reader should know and that is no defect. */
export function observation(numbers: Numbers, origin: StageOrigin, title: string): StageFinding {
  return {
    id: numbers.finding(), category: 'observation', reproduced: false, severity: 'info', title, scenario: '', claimIds: [], evidenceIds: [],
    refutation: { required: false, attempted: false, outcome: 'skipped', evidenceIds: [] }, origin,
  };
}
