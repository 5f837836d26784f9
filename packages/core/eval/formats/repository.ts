import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { expectedOf, isDefect, type RepositoryCaseSchema } from '../cases.js';
import { type EvalCase, type ExpectedFinding, HarnessError } from '../model.js';

const MINUTE = 60_000;

/** A repository fixture in `folder`. Errors: HarnessError when it has nothing to run, or names what is outside of its folder. */
export function repositoryCase(data: z.infer<typeof RepositoryCaseSchema>, folder: string): EvalCase {
  const { id, kind, stack, description, intent, builderReport, setup, golden, timeoutMinutes, groundTruth, debt } = data;
  const plan = setup ?? golden?.replay;
  if (plan === undefined) throw new HarnessError(`${folder}/case.json names no base to start from: give setup.baseDir, or golden.replay.baseDir`);
  const { findings, ...bounds } = expectedOf(data.expected);
  const expected = { ...bounds, ...(findings === undefined ? {} : { findings: findings.filter(isReadable) }) };
  return {
    id, kind, stack, description, expected,
    ...(debt === undefined ? {} : { debt }),
    defect: groundTruth === undefined ? isDefect(expected) : Boolean(groundTruth.defect),
    input: {
      corpus: 'repositories',
      base: inside(folder, plan.baseDir),
      patch: plan.patch === undefined ? null : inside(folder, plan.patch),
      task: intent?.text ?? '',
      report: builderReport,
      commands: plan.verifyCommands ?? golden?.verifyCommands ?? [],
      isCommitted: !plan.uncommitted,
      gitConfig: plan.gitConfig,
      trials: plan.trials,
      timeoutMs: Math.max(1, Math.round(timeoutMinutes * MINUTE)),
    },
  };
}

const isReadable = ({ rule, file }: ExpectedFinding): boolean => rule !== undefined || file !== undefined;

// A corpus comes from anywhere: what it names stays in its own folder, also when links are followed.
function inside(folder: string, name: string): string {
  const home = realpathSync(folder);
  const named = path.resolve(home, name);
  if (!existsSync(named)) throw new HarnessError(`${path.join(folder, name)} is not there`);
  const found = realpathSync(named);
  if (!found.startsWith(home + path.sep)) throw new HarnessError(`${name} leaves the folder of its case, ${folder}`);
  return found;
}
