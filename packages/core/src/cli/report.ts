import type { Environment } from '../gather/git/index.js';
import { UsageError } from '../model/index.js';
import { runFile, runNamed } from '../store/runs.js';
import { redact } from '../text/redact/index.js';
import { shown } from '../text/shown.js';
import { readWords } from './words.js';

/** `verifier report <run id>`: what a run of the past said, as Markdown or as its verdict. Errors: UsageError, GatherError. */
export function runText(args: readonly string[], cwd: string, env: Environment): string {
  const { words, json, workspace } = readWords('report', args, 1, cwd);
  const [id] = words;
  if (id === undefined) throw new UsageError('verifier report needs the id of a run, or latest: `verifier runs` lists them');
  const text = runFile(runNamed(workspace, id), json ? 'verdict.json' : 'report.md');
  // It was clean when it was written; since then anybody may have been at it.
  return redact(json ? text : text.split('\n').map(shown).join('\n'), { env });
}
