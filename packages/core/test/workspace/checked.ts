import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckOptions } from '../../src/cli/options.js';
import { runWorkspace } from '../../src/cli/workspace.js';
import type { Judgement, Verdict } from '../../src/model/index.js';
import { VerdictSchema } from '../../src/model/schemas/verdict.js';
import type { ARTIFACTS } from '../../src/store/index.js';

export const ENV = { ...process.env, GITHUB_BASE_REF: undefined, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: undefined };

export interface Checked {
  readonly code: number;
  readonly verdict: Verdict;
  readonly rules: readonly string[];
  readonly format: string | undefined;
  readonly artifact: (name: (typeof ARTIFACTS)[number]) => string;
}

/** A check of the workspace at `cwd`, in this process. `task: null`: none is given. */
export async function checked(cwd: string, { task = 'Change it.', ...options }: Omit<Partial<CheckOptions>, 'task'> & { task?: string | null } = {}, env: Readonly<Record<string, string | undefined>> = ENV): Promise<Checked> {
  const printed: Judgement[] = [];
  let format: string | undefined;
  const code = await runWorkspace({ ...(task === null ? {} : { task }), pretty: false, ...options }, {
    cwd, env, screen: { write: () => undefined }, now: () => new Date(),
    print: (judgement, how) => {
      printed.push(judgement);
      format = how.format;
      return Promise.resolve();
    },
  });
  const [judgement] = printed;
  if (judgement === undefined || printed.length > 1) throw new Error(`printed ${printed.length} times`);
  const { verdict, findings } = judgement;
  VerdictSchema.parse(verdict);
  return { code, verdict, format, rules: findings.map(({ rule, effect }) => `${rule}:${effect}`), artifact: (name) => readFileSync(path.join(verdict.run?.artifacts_dir ?? '', name), 'utf8') };
}
