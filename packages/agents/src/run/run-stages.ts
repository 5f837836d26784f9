import { StageError } from '../errors.js';
import type { StagesRequest, StagesResult } from './types.js';

/** Runs the stages that were asked for. A provider that fails is no error but a skipped stage. Errors: UsageError for a request that cannot be. */
export function runStages(_request: StagesRequest): Promise<StagesResult> {
  return Promise.reject(new StageError('the stages are not built yet'));
}
