import { UsageError } from '@verifier/core';

/** One question of a semantic evaluation, as a batch service wants it. */
export interface SemanticEvalInput {
  /** Names its answer: letters, digits, `-` and `_`. */
  readonly id: string;
  readonly system: string;
  readonly user: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The one who really sends it. Nothing in this package does. */
export type BatchSubmitter<Receipt> = (inputs: readonly SemanticEvalInput[]) => Promise<Receipt>;

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Hands a batch over, once, after a look at its ids. Errors: UsageError; whatever the submitter throws. */
export async function submitSemanticEvalBatch<Receipt>(inputs: readonly SemanticEvalInput[], submitter: BatchSubmitter<Receipt>): Promise<Receipt> {
  if (inputs.length === 0) throw new UsageError('a batch without a question is not sent');
  const ids = new Set<string>();
  for (const { id } of inputs) {
    if (!ID.test(id)) throw new UsageError(`${JSON.stringify(id.slice(0, 70))} is no id for a question of a batch`);
    if (ids.has(id)) throw new UsageError(`two questions of the batch are called ${id}`);
    ids.add(id);
  }
  return submitter(inputs);
}
