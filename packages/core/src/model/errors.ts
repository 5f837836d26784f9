/** The caller asked for something that cannot be done. Its message is one sentence for a person: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What was to be looked at could not be read. Its message is one sentence for a person: exit 2. */
export class GatherError extends Error {
  override readonly name = 'GatherError';
}
