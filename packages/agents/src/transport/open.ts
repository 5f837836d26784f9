import { UsageError } from '@verifier/core';
import type { ProviderConfig } from '../run/types.js';
import { anthropicTransport } from './anthropic.js';
import { openAiCompatibleTransport } from './openai-compatible.js';
import type { Transport } from './types.js';

/** The environment variable that holds the key, where the configuration names none. */
const KEY_ENV: Readonly<Record<ProviderConfig['kind'], string>> = { anthropic: 'ANTHROPIC_API_KEY', 'openai-compatible': 'OPENAI_API_KEY' };

/** The transport of a configured provider. Errors: UsageError when something of it is missing. */
export function openTransport({ kind, baseUrl, model, keyEnv = KEY_ENV[kind], maxTokensParameter }: ProviderConfig, env: NodeJS.ProcessEnv): Transport {
  const apiKey = env[keyEnv] ?? '';
  if (kind === 'anthropic') {
    if (apiKey === '') throw new UsageError(`the stages need a key for the Claude API: set ${keyEnv}`);
    return anthropicTransport({ apiKey, baseUrl: baseUrl ?? env['ANTHROPIC_BASE_URL'], model });
  }
  if (baseUrl === undefined || model === undefined) throw new UsageError('an OpenAI-compatible provider needs a base URL and a model');
  return openAiCompatibleTransport({ baseUrl, model, apiKey, maxTokensParameter });
}
