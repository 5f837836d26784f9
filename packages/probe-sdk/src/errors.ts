export interface ProbeErrorOptions extends ErrorOptions {
  /** Whether another try may end differently. */
  readonly retryable?: boolean;
}

/** The target could not be started, and nothing of it is left. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
  readonly retryable: boolean;

  constructor(message: string, { retryable = true, ...options }: ProbeErrorOptions = {}) {
    super(message, options);
    this.retryable = retryable;
  }
}

/** A step that the driver does not do, or that it refuses. Says nothing of the target. */
export class UnsupportedStepError extends Error {
  override readonly name = 'UnsupportedStepError';
  readonly retryable: boolean;

  constructor(message: string, { retryable = false, ...options }: ProbeErrorOptions = {}) {
    super(message, options);
    this.retryable = retryable;
  }
}
