import { check } from '../src/check.js';
import { syntaxFor } from '../src/cli/syntax-for.js';
import { openDiff } from '../src/evidence/diff/index.js';
import { openTranscript } from '../src/evidence/logs/index.js';
import type { Judgement } from '../src/model/index.js';
import type { Actual, TextInput } from './model.js';

// A case has no clock, so nothing that a rule says may depend on one.
const NOW = '2026-01-01T00:00:00.000Z';

/** What `verifier check` says of these texts in direct mode, without a process for each. */
export async function judgeTexts({ task, diff: patch, verifyLogs, builderReport }: TextInput): Promise<Actual> {
  const diffReader = openDiff();
  diffReader.write(patch);
  const diff = diffReader.close();
  const transcript = openTranscript();
  transcript.write(verifyLogs);
  const runs = transcript.close();
  const syntax = await syntaxFor(diff);
  return actualOf(check({ task, diff, report: builderReport, runs, syntax, workspace: false, findings: [], now: NOW }));
}

/** In workspace mode the final verdict is the one that is expected. */
export function actualOf({ verdict, findings }: Judgement): Actual {
  const { verdict: decision, final_verdict: final, risk, confidence, must_fix, should_fix } = verdict;
  const told = findings.filter(({ effect }) => effect !== 'note').map(({ rule, at }) => ({ rule, ...(at === undefined ? {} : { file: at.file }) }));
  return { verdict: final ?? decision, risk, confidence, mustFix: must_fix.length, shouldFix: should_fix.length, findings: told };
}
