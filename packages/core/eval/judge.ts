import { check } from '../src/check.js';
import { openDiff } from '../src/evidence/diff/index.js';
import { openTranscript } from '../src/evidence/logs/index.js';
import { syntaxFor } from '../src/cli/syntax-for.js';
import type { EvalCase } from './cases.js';
import type { Actual } from './compare.js';

// A case has no clock, so nothing that a rule says may depend on one.
const NOW = '2026-01-01T00:00:00.000Z';

/** What `verifier check` says of these texts in direct mode, without a process for each. */
export async function judgeCase({ input }: EvalCase): Promise<Actual> {
  const diffReader = openDiff();
  diffReader.write(input.diff);
  const diff = diffReader.close();
  const transcript = openTranscript();
  transcript.write(input.verifyLogs);
  const runs = transcript.close();
  const syntax = await syntaxFor(diff);
  const { verdict } = check({ task: input.task, diff, report: input.builderReport, runs, syntax, workspace: false, findings: [], now: NOW });
  const { verdict: decision, risk, confidence, must_fix, should_fix } = verdict;
  return { verdict: decision, risk, confidence, mustFix: must_fix.length, shouldFix: should_fix.length };
}
