import type { Cost, RunMeta } from '@verifier/core';
import { z } from 'zod/v4';
import { StageError } from './errors.js';
import { jsonOf } from './transport/openai-compatible.js';
import { costOf } from './transport/prices.js';
import type { Answer, Question, Transport } from './transport/types.js';

/** Further questions after an answer that is not of the shape that was asked for. */
export const RETRIES = 2;
/** The limits of an answer, by who gives it. Written into `RunMeta.agentConfig`. */
export const MAX_TOKENS = { intent: 8000, correctness: 16_000, refuter: 4000, scenarios: 8000 } as const;

export interface Asked<Output> {
  /** Null when no answer had the shape: it counts as empty, and `problem` says so. */
  readonly output: Output | null;
  readonly problem: string | null;
  readonly cost: Cost;
  /** What a reader has to know of the costs; null where all of them are counted. */
  readonly unpriced: string | null;
}

export interface AskOptions<Schema extends z.ZodType> extends Pick<Question, 'name' | 'system' | 'data' | 'ask' | 'maxTokens' | 'signal'> {
  readonly schema: Schema;
  /** What no schema can say, as a sentence; null when all is well. */
  readonly check?: (output: z.infer<Schema>) => string | null;
}

/** One answer of the shape that is asked for. Errors: StageError when the provider fails. */
export async function askFor<Schema extends z.ZodType>(transport: Transport, { schema, check = () => null, ...options }: AskOptions<Schema>): Promise<Asked<z.infer<Schema>>> {
  const wire = z.toJSONSchema(schema, { io: 'input' });
  let cost: Cost = { inputTokens: 0, outputTokens: 0, usd: 0 };
  let unpriced: string | null = null;
  let problem: string | null = null;
  for (let tried = 0; tried <= RETRIES; tried += 1) {
    const correction: string = problem === null ? '' : `\n\nAn earlier answer could not be used: ${problem}. Answer anew, in the shape that is asked for.`;
    const answer = await answerOf(transport, { ...options, schema: wire, ask: `${options.ask}${correction}` }, cost);
    const { known, ...one } = costOf(answer.usage, answer.model === '' ? transport.config.model : answer.model);
    cost = sumOf(cost, one);
    if (!known && one.inputTokens + one.outputTokens > 0) unpriced = `the price of ${answer.model === '' ? transport.config.model : answer.model} is not known, so its tokens are counted and cost 0`;
    const read = readAnswer(answer, schema, check);
    if (read.problem === null) return { output: read.output, problem: null, cost, unpriced };
    ({ problem } = read);
    // The same question is refused again.
    if (answer.end === 'refused') break;
  }
  return { output: null, problem, cost, unpriced };
}

/** The answer; an error says what those before it cost. */
async function answerOf(transport: Transport, question: Question, before: Cost): Promise<Answer> {
  try {
    return await transport.answer(question);
  } catch (error) {
    if (error instanceof StageError) error.spent = sumOf(error.spent, before);
    throw error;
  }
}

/** RunMeta with what an agent used added to it, and with how it was set up. */
export function withAgent(meta: RunMeta, { config }: Transport, agent: keyof typeof MAX_TOKENS, cost: Cost): RunMeta {
  const before = meta.agentConfig?.['maxTokens'];
  return { ...meta, cost: sumOf(meta.cost, cost), agentConfig: { ...meta.agentConfig, ...config, schemaRetries: RETRIES, maxTokens: { ...(typeof before === 'object' ? before : {}), [agent]: MAX_TOKENS[agent] } } };
}

function readAnswer<Schema extends z.ZodType>({ text, end }: Answer, schema: Schema, check: (output: z.infer<Schema>) => string | null): { output: z.infer<Schema>; problem: null } | { problem: string } {
  if (end === 'refused') return { problem: 'the model would not answer' };
  if (end === 'cut') return { problem: 'the answer was cut at the limit of tokens' };
  const value = jsonOf(text);
  if (value === undefined) return { problem: 'the answer is no JSON' };
  const { success, data, error } = schema.safeParse(value);
  if (!success) return { problem: `the answer has another shape: ${shapeProblem(error)}` };
  const wrong = check(data);
  return wrong === null ? { output: data, problem: null } : { problem: wrong };
}

/** Where it differs, not with what: the answer's own words are data and do not come back as part of a question. */
function shapeProblem({ issues }: z.core.$ZodError): string {
  return issues.slice(0, 3).map(({ path, code }) => `${path.map((part) => (typeof part === 'number' ? part : String(part))).join('.') || 'the whole'} (${code})`).join(', ');
}

export const sumOf = (one: Cost, other: Cost): Cost => ({ inputTokens: one.inputTokens + other.inputTokens, outputTokens: one.outputTokens + other.outputTokens, usd: one.usd + other.usd });
