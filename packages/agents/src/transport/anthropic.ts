import type Anthropic from '@anthropic-ai/sdk';
import { UsageError } from '@verifier/core';
import { StageError } from '../errors.js';
import { BusyError, isBusy, waitOf, withPatience } from './patience.js';
import { providerUrl } from './provider-url.js';
import { lostRequest, refusedRequest } from './said.js';
import type { Answer, Question, Transport } from './types.js';

/** The default model and its effort. Both are written into `RunMeta.agentConfig`. */
export const ANTHROPIC_MODEL = 'claude-opus-5';
export const EFFORT = 'high';
const TIMEOUT_MS = 300_000;
const PROVIDER = 'the Claude API';

export interface AnthropicOptions {
  /** Sent to `baseUrl` only. */
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
}

/** Claude by the Messages API, with structured output. The package that speaks it is loaded with the first question. */
export function anthropicTransport({ apiKey, baseUrl, model = ANTHROPIC_MODEL }: AnthropicOptions): Transport {
  if (apiKey === '') throw new UsageError('there is no key for the Claude API: set ANTHROPIC_API_KEY');
  if (baseUrl !== undefined) providerUrl(baseUrl);
  let client: Promise<Client> | null = null;
  return {
    config: { provider: 'anthropic', model, effort: EFFORT },
    answer: async (question) => {
      client ??= openClient(apiKey, baseUrl);
      const opened = await client;
      return withPatience(PROVIDER, () => answerOf(opened, question, model, apiKey), question.signal);
    },
  };
}

interface Client {
  readonly api: Anthropic;
  readonly APIError: typeof Anthropic.APIError;
  readonly strict: (schema: Record<string, unknown>) => Record<string, unknown>;
}

async function openClient(apiKey: string, baseUrl: string | undefined): Promise<Client> {
  const [{ default: Api }, { transformJSONSchema }] = await Promise.all([import('@anthropic-ai/sdk'), import('@anthropic-ai/sdk/lib/transform-json-schema')]);
  // Its own retries wait as long as a server likes, so they are off: `withPatience` has a bound.
  const api = new Api({ apiKey, authToken: null, maxRetries: 0, timeout: TIMEOUT_MS, logLevel: 'off', fetchOptions: { redirect: 'error' }, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) });
  return { api, APIError: Api.APIError, strict: transformJSONSchema };
}

async function answerOf({ api, APIError, strict }: Client, { system, data, ask, schema, maxTokens, signal }: Question, model: string, key: string): Promise<Answer> {
  try {
    const message = await api.messages.create(
      {
        model,
        max_tokens: maxTokens,
        system,
        messages: [{ role: 'user', content: [{ type: 'text', text: data, cache_control: { type: 'ephemeral' } }, { type: 'text', text: ask }] }],
        output_config: { effort: EFFORT, format: { type: 'json_schema', schema: strict({ ...schema }) } },
      },
      signal === undefined ? {} : { signal },
    );
    return toAnswer(message);
  } catch (error) {
    if (error instanceof StageError) throw error;
    if (!(error instanceof APIError) || typeof error.status !== 'number') throw lostRequest(PROVIDER, error, key, signal);
    const { status, headers } = error as { status: number; headers: Headers | undefined };
    if (isBusy(status)) throw new BusyError(status, waitOf((name) => headers?.get(name) ?? null));
    throw refusedRequest(PROVIDER, status, error.message, key);
  }
}

/** What is not as the API promises it is an error as well: a proxy may answer with anything. */
function toAnswer(message: Partial<Anthropic.Message> | string): Answer {
  if (typeof message !== 'object' || !Array.isArray(message.content) || message.usage === undefined) throw new StageError(`${PROVIDER} answered with something that is no message`);
  const { content, usage, stop_reason: stop = null, model = '' } = message;
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    end: stop === 'refusal' ? 'refused' : stop === 'max_tokens' || stop === 'model_context_window_exceeded' ? 'cut' : 'complete',
    usage: { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens, cacheReadTokens: usage.cache_read_input_tokens ?? 0, cacheWriteTokens: usage.cache_creation_input_tokens ?? 0 },
    model,
  };
}
