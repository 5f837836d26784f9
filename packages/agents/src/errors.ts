import type { SkipReason } from '@verifier/core';

/** A stage could not do its work. Its message is one sentence for a person and holds no key. */
export class StageError extends Error {
  override readonly name = 'StageError';

  constructor(message: string, readonly reasonCode: SkipReason = 'env-failure', options?: ErrorOptions) {
    super(message, options);
  }
}
