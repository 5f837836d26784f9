import { z } from 'zod/v4';
import { StageError } from '../errors.js';
import { BusyError, isBusy, waitOf, withPatience } from './patience.js';
import { providerUrl } from './provider-url.js';
import { lostRequest, refusedRequest } from './said.js';
import type { Answer, Question, Transport } from './types.js';

const TIMEOUT_MS = 300_000;
/** An answer beyond this is none. */
const LARGEST_BYTES = 8 * 1024 * 1024;
/** How a server says that it does not know `json_schema`. */
const UNKNOWN_FORMAT: ReadonlySet<number> = new Set([400, 422]);

export interface OpenAiCompatibleOptions {
  /** Up to and without `/chat/completions`: `https://api.deepseek.com`, `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Empty for a server that wants none. */
  readonly apiKey: string;
  readonly maxTokensParameter?: 'max_tokens' | 'max_completion_tokens' | undefined;
}

type Format = 'json_schema' | 'json_object';

const Completion = z.object({
  model: z.string().default(''),
  choices: z.array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }) })).min(1),
  usage: z
    .object({
      prompt_tokens: z.number(),
      completion_tokens: z.number(),
      prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
      prompt_cache_hit_tokens: z.number().nullish(), // DeepSeek's name for it
    })
    .nullish(),
});

/** Any server that speaks chat completions, with structured output where it knows it, else with JSON and the schema in words. */
export function openAiCompatibleTransport(options: OpenAiCompatibleOptions): Transport {
  const url = completionsUrl(options.baseUrl);
  const provider = url.host;
  let format: Format = 'json_schema';
  const answer = (question: Question) => withPatience(provider, () => ask(url, question, format, options), question.signal);
  return {
    config: { provider: 'openai-compatible', model: options.model, baseUrl: url.href.replace(/\/chat\/completions$/, '') },
    answer: async (question) => {
      try {
        return await answer(question);
      } catch (error) {
        if (!(error instanceof UnknownFormat) || format === 'json_object') throw error;
        format = 'json_object';
        return answer(question);
      }
    },
  };
}

class UnknownFormat extends StageError {}

function completionsUrl(baseUrl: string): URL {
  const url = providerUrl(baseUrl);
  url.pathname = `${url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname}/chat/completions`;
  return url;
}

async function ask(url: URL, question: Question, format: Format, { model, apiKey, maxTokensParameter = 'max_tokens' }: OpenAiCompatibleOptions): Promise<Answer> {
  const body = {
    model,
    [maxTokensParameter]: question.maxTokens,
    messages: [{ role: 'system', content: question.system }, { role: 'user', content: `${question.data}\n\n${question.ask}${format === 'json_object' ? inWords(question) : ''}` }],
    response_format: format === 'json_schema' ? { type: format, json_schema: { name: question.name, strict: true, schema: allRequired(question.schema) } } : { type: format },
  };
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(question.signal === undefined ? [] : [question.signal])];
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { method: 'POST', redirect: 'error', signal: AbortSignal.any(signals), headers: { 'content-type': 'application/json', ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }) }, body: JSON.stringify(body) });
    text = await boundedText(response, url.host);
  } catch (error) {
    throw error instanceof StageError ? error : lostRequest(url.host, error, apiKey, question.signal);
  }
  if (isBusy(response.status)) throw new BusyError(response.status, waitOf((name) => response.headers.get(name)));
  if (response.ok) return toAnswer(text, url.host);
  const refused = refusedRequest(url.host, response.status, text, apiKey);
  throw format === 'json_schema' && UNKNOWN_FORMAT.has(response.status) ? new UnknownFormat(refused.message) : refused;
}

const inWords = ({ schema }: Question): string => `\n\nAnswer with one JSON object and nothing else. Its JSON Schema:\n${JSON.stringify(schema)}`;

/** Strict mode wants every property required; what may be left out may be null in our schemas. */
function allRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(allRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, allRequired(value)]));
  const { properties } = copy;
  return typeof properties === 'object' && properties !== null ? { ...copy, required: Object.keys(properties), additionalProperties: false } : copy;
}

async function boundedText(response: Response, provider: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > LARGEST_BYTES) throw new StageError(`${provider} answered with more than ${LARGEST_BYTES / 1024 / 1024} MiB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function toAnswer(text: string, provider: string): Answer {
  const { success, data } = Completion.safeParse(jsonOf(text));
  const choice = data?.choices[0];
  if (!success || choice === undefined) throw new StageError(`${provider} answered with something that is no chat completion`);
  const { usage, model } = data;
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? usage?.prompt_cache_hit_tokens ?? 0;
  const refused = choice.finish_reason === 'content_filter' || typeof choice.message.refusal === 'string';
  return {
    text: choice.message.content ?? '',
    end: refused ? 'refused' : choice.finish_reason === 'length' ? 'cut' : 'complete',
    usage: { inputTokens: Math.max(0, (usage?.prompt_tokens ?? 0) - cached), outputTokens: usage?.completion_tokens ?? 0, cacheReadTokens: cached, cacheWriteTokens: 0 },
    model,
  };
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
