import type { Cost, SkipReason } from '@verifier/core';

/** A stage could not do its work. Its message is one sentence for a person and holds no key. */
export class StageError extends Error {
  override readonly name = 'StageError';

  /** What the answers before it cost. */
  spent: Cost = { inputTokens: 0, outputTokens: 0, usd: 0 };

  constructor(message: string, readonly reasonCode: SkipReason = 'env-failure', options?: ErrorOptions) {
    super(message, options);
  }
}
