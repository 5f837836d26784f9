import type { Case, Gate, Surroundings, Verdict } from './model.js';

/** The last verdict on a goal, for the next turn end, and for whoever wants to know why a goal was closed. */
export interface KeptVerdict {
  readonly version: 1;
  readonly at: string;
  readonly by: 'completion' | 'turn-end';
  readonly is: Verdict['is'];
  /** What the model was told; null when there was nothing to tell. */
  readonly text: string | null;
  /** What was seen and denied nothing: warnings, ticked items without a change, items for a judge. */
  readonly notes: readonly string[];
  readonly fingerprint: string | null;
}

export function keptVerdict(one: Case, { shelf }: Surroundings): KeptVerdict | null {
  const kept = shelf.read(verdictName(one)) as KeptVerdict | null;
  return kept?.version === 1 ? kept : null;
}

export function keepVerdict(one: Case, verdict: Verdict, fingerprint: string | null, by: KeptVerdict['by'], { shelf, now }: Surroundings): void {
  const [text, notes] = 'text' in verdict ? [verdict.text, []] : [null, verdict.notes];
  const kept: KeptVerdict = { version: 1, at: now(), by, is: verdict.is, text, notes, fingerprint };
  shelf.write(verdictName(one), kept);
}

/** What the files of the workspace are now; null: nobody can tell. */
export async function fingerprintOf(one: Case, { around }: Gate): Promise<string | null> {
  const look = await around.look(one);
  look?.release();
  return look?.fingerprint ?? null;
}

const verdictName = ({ goal }: Case): string => `goals/${goal}/verdict`;
