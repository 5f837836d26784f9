import type { FinalVerdict, Judgement, KaizenResult, WireFinding } from '../../model/index.js';

export type KaizenRun = KaizenResult['run'];

/** What kaizen-loop reads: the judgement, and the same once more in the three lines of text that it shows. Keys in the order of its contract. */
export function kaizenResult({ verdict: judged }: Judgement, final: FinalVerdict, run: KaizenRun): KaizenResult {
  const { verdict, evidence_grade, confidence, risk, summary, must_fix, should_fix } = judged;
  return {
    schemaVersion: 1,
    verdict,
    final_verdict: final,
    status: verdict,
    evidence_grade,
    confidence,
    risk,
    summary,
    notes: notesOf(judged),
    reason: REASONS[verdict](judged),
    must_fix,
    should_fix,
    run,
  };
}

type Judged = Judgement['verdict'];

/** What the loop shows or hands back to the builder as the reason. */
const REASONS = {
  open_pr: () => '',
  open_pr_with_warning: ({ should_fix }) => messagesOf(should_fix),
  block_pr: ({ must_fix }) => must_fix.map(evidenceOf).join('\n'),
  needs_context: ({ should_fix }) => should_fix.map(evidenceOf).join('\n'),
} as const satisfies Record<Judged['verdict'], (judged: Judged) => string>;

const notesOf = ({ evidence_grade, risk, confidence, must_fix, should_fix }: Judged): string =>
  [
    `evidence_grade=${evidence_grade}`,
    `risk=${risk}`,
    `confidence=${confidence}`,
    ...(must_fix.length === 0 ? [] : [`must_fix=${messagesOf(must_fix)}`]),
    ...(should_fix.length === 0 ? [] : [`should_fix=${messagesOf(should_fix)}`]),
  ].join('\n');

const messagesOf = (findings: readonly WireFinding[]): string => findings.map(({ message }) => message).join('; ');

const evidenceOf = ({ message, evidence }: WireFinding): string => (evidence === undefined || evidence.trim() === '' ? message : evidence);
