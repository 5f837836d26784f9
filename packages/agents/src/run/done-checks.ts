import { type Redactor, type StageEvidence, withLinked } from '@verifier/core';
import { lineOf } from '../stage/words.js';
import { numbersOf, type Progress, skipping } from './progress.js';
import type { DoneCheck } from './types.js';

const STAGES = { static: 'stage1', test: 'stage2' } as const;
const SAID = { static: 'static checks', test: 'tests' } as const;

/** Stages 1 and 2: what was run already. All green is evidence for the claims that planned it; what failed is said by core's own judge. */
export function withDoneChecks(progress: Progress, kind: DoneCheck['kind'], checks: readonly DoneCheck[], redactor: Redactor): Progress {
  const own = checks.filter((check) => check.kind === kind);
  if (own.length === 0) return skipping(progress, STAGES[kind], 'user-excluded', `no ${SAID[kind]} were run`);
  const lost = own.find(({ outcome }) => outcome === 'not-run');
  if (lost !== undefined) return skipping(progress, STAGES[kind], 'env-failure', `${lineOf(redactor, lost.command)} could not be run`);
  const done = { ...progress, meta: { ...progress.meta, stagesExecuted: [...progress.meta.stagesExecuted, STAGES[kind]] } };
  if (own.some(({ outcome }) => outcome === 'failed')) return done;
  const command = own.map((check) => lineOf(redactor, check.command)).join(' && ');
  const evidence: StageEvidence = {
    id: numbersOf(progress).evidence(), kind: kind === 'test' ? 'test-result' : 'command-output', checkKind: kind, summary: `all ${SAID[kind]} passed`, path: own[0]?.path ?? '', reproducible: true, command,
  };
  return { ...done, evidence: [...done.evidence, evidence], claims: withLinked(done.claims, evidence) };
}
