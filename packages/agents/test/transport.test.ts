import { describe, expect, test } from 'vitest';
import { z } from 'zod/v4';
import { anthropicTransport, askFor, openAiCompatibleTransport, openTransport, StageError, type Transport } from '../src/index.js';
import { costOf } from '../src/transport/prices.js';
import { completion, message, type Reply, serverWith } from './support/server.js';

const KEY = ['sk-ant', 'test', 'k'.repeat(32)].join('-');
const schema = z.object({ verdict: z.enum(['good', 'bad']), note: z.string().nullish() });
const question = { name: 'probe', system: 'You judge.', data: 'the data', ask: 'Judge.', maxTokens: 500, schema };
const GOOD = { verdict: 'good' };

/** Both transports by one name, with what their servers say. */
const KINDS = [
  { kind: 'anthropic', ok: message, open: (url: string) => anthropicTransport({ apiKey: KEY, baseUrl: url }), path: '/v1/messages' },
  { kind: 'openai-compatible', ok: completion, open: (url: string) => openAiCompatibleTransport({ baseUrl: `${url}/v1`, model: 'small-model', apiKey: KEY }), path: '/v1/chat/completions' },
] as const;

describe.each(KINDS)('$kind', ({ kind, ok, open, path }) => {
  const opened = async (...replies: Reply[]) => {
    const server = await serverWith(replies);
    return { ...server, transport: open(server.url) };
  };

  test('an answer of the shape that was asked for', async () => {
    const { transport, seen } = await opened(ok(GOOD));
    const asked = await askFor(transport, question);
    expect(asked).toMatchObject({ output: GOOD, problem: null, cost: { inputTokens: 100, outputTokens: 10 } });
    expect(seen.map(({ url }) => url)).toEqual([path]);
    expect(JSON.stringify(seen[0]!.body)).toContain('the data');
    expect(JSON.stringify(seen[0]!.body)).not.toContain(KEY);
  });

  test('another shape is asked for again, and the costs of both count', async () => {
    const { transport, seen } = await opened(ok({ verdict: 'so-so' }), ok('no JSON'), ok(GOOD));
    expect(await askFor(transport, question)).toMatchObject({ output: GOOD, cost: { inputTokens: 300, outputTokens: 30 } });
    expect(JSON.stringify(seen[1]!.body)).toContain('verdict (invalid_value)');
    expect(JSON.stringify(seen[1]!.body)).not.toContain('so-so');
  });

  test('after two more tries the output counts as empty, and says why', async () => {
    const { transport, seen } = await opened(ok({ verdict: 'so-so' }));
    expect(await askFor(transport, question)).toMatchObject({ output: null, problem: 'the answer has another shape: verdict (invalid_value)' });
    expect(seen).toHaveLength(3);
  });

  test.each([429, 503, 529])('HTTP %i with retry-after is waited for', async (status) => {
    const { transport, seen } = await opened({ status, headers: { 'retry-after': '0.01' }, json: { error: { message: 'busy' } } }, ok(GOOD));
    expect(await askFor(transport, question)).toMatchObject({ output: GOOD });
    expect(seen).toHaveLength(2);
  });

  test('a provider that stays busy is an error after three tries', async () => {
    const { transport, seen } = await opened({ status: 529, headers: { 'retry-after-ms': '5' }, json: {} });
    await expect(askFor(transport, question)).rejects.toThrow(/busy \(HTTP 529\) 3 times/);
    expect(seen).toHaveLength(3);
  });

  test('a wait of an hour is an error at once', async () => {
    const { transport, seen } = await opened({ status: 429, headers: { 'retry-after': '3600' }, json: {} });
    await expect(askFor(transport, question)).rejects.toThrow(/asks to wait 3600 s, longer than the 60 s/);
    expect(seen).toHaveLength(1);
  });

  test.each(['cut', 'cut-in-body'] as const)('a connection that is %s is an error and not tried again', async (reply) => {
    const { transport, seen } = await opened(reply);
    await expect(askFor(transport, question)).rejects.toThrow(StageError);
    expect(seen).toHaveLength(1);
  });

  test('any other status is an error in one sentence, and the key is in no part of it', async () => {
    const { transport, seen } = await opened({ status: 401, json: { type: 'error', error: { type: 'authentication_error', message: `invalid key ${KEY}; header x-api-key: ${KEY}\nsecond line` } } });
    const error = await askFor(transport, question).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StageError);
    expect((error as Error).message).toMatch(/answered HTTP 401/);
    expect(everythingIn(error)).not.toContain(KEY);
    expect((error as Error).message).not.toContain('\n');
    expect(seen).toHaveLength(1);
  });

  test('an answer that is none of the API', async () => {
    const { transport } = await opened({ json: { hello: 'world' } });
    await expect(askFor(transport, question)).rejects.toThrow(/something that is no/);
  });

  test('a redirect is not followed', async () => {
    const other = await serverWith([ok(GOOD)]);
    const { transport } = await opened({ status: 307, headers: { location: `${other.url}${path}` }, json: {} });
    await expect(askFor(transport, question)).rejects.toThrow(StageError);
    expect(other.seen).toEqual([]);
  });

  test('an abort is an error that says so', async () => {
    const { transport } = await opened(ok(GOOD));
    const error = await askFor(transport, { ...question, signal: AbortSignal.abort() }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'StageError', reasonCode: 'user-excluded' });
  });

  test('the configuration that is written down holds no key', async () => {
    const { transport } = await opened(ok(GOOD));
    expect(transport.config).toMatchObject({ provider: kind });
    expect(everythingIn(transport.config)).not.toContain(KEY);
  });
});

describe('the Claude API', () => {
  test('key, model, effort, schema and cache are sent as the API wants them', async () => {
    const { url, seen } = await serverWith([message(GOOD)]);
    await askFor(anthropicTransport({ apiKey: KEY, baseUrl: url }), question);
    expect(seen[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen[0]!.body).toMatchObject({
      model: 'claude-opus-5', max_tokens: 500, system: 'You judge.', output_config: { effort: 'high', format: { type: 'json_schema', schema: { type: 'object', additionalProperties: false, required: ['verdict'] } } },
      messages: [{ role: 'user', content: [{ type: 'text', text: 'the data', cache_control: { type: 'ephemeral' } }, { type: 'text', text: 'Judge.' }] }],
    });
  });

  test.each([['refusal', 1, 'the model would not answer'], ['max_tokens', 3, 'the answer was cut at the limit of tokens']])('stop_reason %s: %i request(s)', async (stop_reason, requests, problem) => {
    const { url, seen } = await serverWith([message(GOOD, { stop_reason })]);
    expect(await askFor(anthropicTransport({ apiKey: KEY, baseUrl: url }), question)).toMatchObject({ output: null, problem });
    expect(seen).toHaveLength(requests);
  });

  test('reads and writes of the cache have their own price', async () => {
    const usage = { input_tokens: 1000, output_tokens: 1000, cache_read_input_tokens: 100_000, cache_creation_input_tokens: 10_000 };
    const { url } = await serverWith([message(GOOD, { usage })]);
    const { cost, unpriced } = await askFor(anthropicTransport({ apiKey: KEY, baseUrl: url }), question);
    expect(cost).toMatchObject({ inputTokens: 111_000, outputTokens: 1000 });
    expect(cost.usd).toBeCloseTo(0.005 + 0.025 + 0.05 + 0.0625, 10);
    expect(unpriced).toBeNull();
  });

  test('a model with the day of its version has the price of its name; one that is not known has none', () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
    expect(costOf(usage, 'claude-opus-4-5-20251101')).toMatchObject({ usd: 5, known: true });
    expect(costOf(usage, 'some-model')).toMatchObject({ usd: 0, inputTokens: 1_000_000, known: false });
  });
});

describe('an OpenAI-compatible server', () => {
  const open = (url: string, more = {}): Transport => openAiCompatibleTransport({ baseUrl: url, model: 'small-model', apiKey: KEY, ...more });

  test('strict schema: every property is required, and what may be left out may be null', async () => {
    const { url, seen } = await serverWith([completion({ verdict: 'good', note: null })]);
    await askFor(open(`${url}/`), question);
    expect(seen[0]!.url).toBe('/chat/completions');
    expect(seen[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(seen[0]!.body).toMatchObject({ max_tokens: 500, response_format: { type: 'json_schema', json_schema: { name: 'probe', strict: true, schema: { required: ['verdict', 'note'], additionalProperties: false } } } });
  });

  test('a server that knows no json_schema gets json_object and the schema in words, from then on', async () => {
    const unknown = { status: 400, json: { error: { message: 'This response_format type is unavailable now' } } };
    const { url, seen } = await serverWith([unknown, completion(GOOD), completion(GOOD)]);
    const transport = open(url);
    expect(await askFor(transport, question)).toMatchObject({ output: GOOD });
    expect(await askFor(transport, question)).toMatchObject({ output: GOOD });
    expect(seen.map(({ body }) => (body['response_format'] as { type: string }).type)).toEqual(['json_schema', 'json_object', 'json_object']);
    expect(JSON.stringify(seen[1]!.body)).toContain('Its JSON Schema');
  });

  test('a request that is wrong in either format is an error', async () => {
    const { url, seen } = await serverWith([{ status: 400, json: { error: { message: 'no such model' } } }]);
    await expect(askFor(open(url), question)).rejects.toThrow(/HTTP 400: .*no such model/);
    expect(seen).toHaveLength(2);
  });

  test.each([
    ['OpenAI', { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 60 } }],
    ['DeepSeek', { prompt_tokens: 100, completion_tokens: 10, prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 }],
  ])('tokens from the cache, as %s counts them', async (_who, usage) => {
    const { url } = await serverWith([completion(GOOD, { usage })]);
    const { usage: read } = await open(url).answer({ ...question, schema: {} });
    expect(read).toEqual({ inputTokens: 40, outputTokens: 10, cacheReadTokens: 60, cacheWriteTokens: 0 });
  });

  test('a model without a known price is counted and said', async () => {
    const { url } = await serverWith([completion(GOOD)]);
    const { cost, unpriced } = await askFor(open(url), question);
    expect(cost).toEqual({ inputTokens: 100, outputTokens: 10, usd: 0 });
    expect(unpriced).toContain('the price of small-model is not known');
  });

  test.each([
    ['length', { finish_reason: 'length' }, 3],
    ['content_filter', { finish_reason: 'content_filter' }, 1],
    ['a refusal', { message: { content: null, refusal: 'I would rather not' } }, 1],
  ])('%s is no answer', async (_name, choice, requests) => {
    const { url, seen } = await serverWith([completion(GOOD, {}, choice)]);
    expect(await askFor(open(url), question)).toMatchObject({ output: null });
    expect(seen).toHaveLength(requests);
  });

  test('an answer without end is not held', async () => {
    const { url } = await serverWith([{ json: 'x'.repeat(9 * 1024 * 1024) }]);
    await expect(askFor(open(url), question)).rejects.toThrow(/more than 8 MiB/);
  });

  test('another name for the limit of tokens', async () => {
    const { url, seen } = await serverWith([completion(GOOD)]);
    await askFor(open(url, { maxTokensParameter: 'max_completion_tokens' }), question);
    expect(seen[0]!.body).toMatchObject({ max_completion_tokens: 500 });
    expect(seen[0]!.body).not.toHaveProperty('max_tokens');
  });

  test.each(['http://example.com/v1', 'ftp://127.0.0.1/', 'nothing', 'https://user:pass@example.com', 'https://example.com/v1?key=1', 'http://127.0.0.1.example.com'])('the base URL %s is refused', (baseUrl) => {
    expect(() => open(baseUrl)).toThrow(/base URL/);
    expect(() => anthropicTransport({ apiKey: KEY, baseUrl })).toThrow(/base URL/);
  });
});

describe('a configured provider', () => {
  test('without a key', () => {
    expect(() => openTransport({ kind: 'anthropic' }, {})).toThrow('set ANTHROPIC_API_KEY');
    expect(() => openTransport({ kind: 'anthropic', keyEnv: 'MY_KEY' }, { ANTHROPIC_API_KEY: KEY })).toThrow('set MY_KEY');
  });
  test('a server of one’s own needs no key, but an address and a model', () => {
    expect(openTransport({ kind: 'openai-compatible', baseUrl: 'http://localhost:1/v1', model: 'm' }, {}).config).toEqual({ provider: 'openai-compatible', model: 'm', baseUrl: 'http://localhost:1/v1' });
    expect(() => openTransport({ kind: 'openai-compatible', model: 'm' }, {})).toThrow(/base URL and a model/);
  });
});

/** Messages, causes, stacks and fields, however deep. */
function everythingIn(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null || depth > 6) return String(value);
  return Object.getOwnPropertyNames(value).map((name) => `${name}: ${everythingIn((value as Record<string, unknown>)[name], depth + 1)}`).join('\n');
}
