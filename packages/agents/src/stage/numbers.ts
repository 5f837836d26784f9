import type { StageEvidence, StageFinding } from '@verifier/core';

/** Gives the ids of one run: `F-1`, `F-2`, … and `E-1`, `E-2`, … */
export interface Numbers {
  finding(): string;
  evidence(): string;
}

/** Ids after all that are taken. */
export function numbersAfter(findings: readonly Pick<StageFinding, 'id'>[] = [], evidence: readonly Pick<StageEvidence, 'id'>[] = []): Numbers {
  let finding = highest(findings);
  let one = highest(evidence);
  return { finding: () => `F-${(finding += 1)}`, evidence: () => `E-${(one += 1)}` };
}

const highest = (items: readonly { readonly id: string }[]): number => items.reduce((top, { id }) => Math.max(top, Number(id.slice(2)) || 0), 0);
