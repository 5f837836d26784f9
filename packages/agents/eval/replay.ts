import { type Effect, type FinalVerdict, findingsOfStages, type RunMeta, settled, type StageFinding } from '@verifier/core';
import { numbersAfter, runCorrectnessStage, runRefutationStage, type Transport } from '../src/index.js';
import type { Recording, SemanticCase } from './recordings.js';

/** What core and the stages say together of one case. */
export interface Replayed {
  readonly verdict: FinalVerdict;
  /** Findings of the lens that warn or block. */
  readonly raised: number;
}

const RUN: RunMeta = {
  runId: 'semantic-replay', startedAt: '', baseRef: '', headRef: '', trustLevel: 'untrusted', stagesExecuted: [], stagesSkipped: [], targets: [], cost: { inputTokens: 0, outputTokens: 0, usd: 0 }, durationMs: 0,
};
/** From the weakest to the strongest: core's table, where the strongest finding decides. */
const RANK: readonly FinalVerdict[] = ['mergeable', 'conditional', 'inconclusive', 'not_mergeable'];

/** The real lens and the real gate, with recorded answers. Commands that a refuter proposes are not run. */
export async function replay({ core, diff, recording }: SemanticCase, gate: 'on' | 'off'): Promise<Replayed> {
  const options = { transport: recorded(recording), env: {} };
  const read = await runCorrectnessStage({ diff, surroundingCode: '', claims: recording.claims }, RUN, options);
  const unusable = read.findings.find(({ category }) => category === 'observation');
  if (unusable !== undefined) throw new Error(`${recording.id}: ${unusable.title}`);
  const findings: readonly StageFinding[] = gate === 'off' ? read.findings : (await runRefutationStage({ findings: read.findings, code: diff, claims: read.claims }, RUN, { ...options, numbers: numbersAfter(read.findings, read.evidence) })).findings;
  const results = settled({ claims: read.claims, findings, evidence: read.evidence, skipped: [] });
  const heard = findingsOfStages(results);
  return { verdict: stronger(core, heard.map(({ effect }) => FINAL[effect])), raised: heard.filter(({ rule, effect }) => rule !== 'stages/claim' && effect !== 'note').length };
}

const FINAL: Readonly<Record<Effect, FinalVerdict>> = { block: 'not_mergeable', blind: 'inconclusive', ask: 'conditional', warn: 'conditional', note: 'mergeable' };

function stronger(first: FinalVerdict, rest: readonly FinalVerdict[]): FinalVerdict {
  return RANK[Math.max(...[first, ...rest].map((one) => RANK.indexOf(one)))] ?? first;
}

/** Gives what was recorded for a question, by its name and by the title of the finding in it. */
function recorded({ id, lens, refuter }: Recording): Transport {
  const answerTo = (name: string, ask: string): unknown => {
    if (name === 'correctness') return lens;
    const found = refuter.find(({ title }) => ask.includes(JSON.stringify(title)));
    if (name !== 'refutation' || found === undefined) throw new Error(`${id}: nothing was recorded for this question to the ${name}`);
    return { outcome: found.outcome, reasoning: found.reasoning };
  };
  return {
    config: { provider: 'recorded by hand', model: 'none' },
    answer: ({ name, ask }) => Promise.resolve({ text: JSON.stringify(answerTo(name, ask)), end: 'complete', usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }, model: 'none' }),
  };
}
