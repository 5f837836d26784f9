/** One question to a model, whose answer is JSON of a known shape. */
export interface Question {
  /** Names the shape, for providers that want one: letters, digits and `_`. */
  readonly name: string;
  readonly system: string;
  /** What is looked at, the same for several questions: a provider may keep it in a cache. */
  readonly data: string;
  /** What is asked of it. */
  readonly ask: string;
  /** What the answer has to look like, as JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly maxTokens: number;
  readonly signal?: AbortSignal | undefined;
}

/** Tokens as the provider counts them. `inputTokens` are those that were neither read from a cache nor written to one. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export interface Answer {
  readonly text: string;
  /** `cut`: the limit of tokens came first. `refused`: the provider would not answer. */
  readonly end: 'complete' | 'cut' | 'refused';
  readonly usage: Usage;
  /** The model that answered, as the provider names it. */
  readonly model: string;
}

/** How a stage speaks to a model. Every stage takes one, so that no vendor is forced and tests need none. */
export interface Transport {
  /** What is written into `RunMeta.agentConfig`: provider, model, effort. Never a key. */
  readonly config: Readonly<Record<string, unknown>> & { readonly provider: string; readonly model: string };
  /** Errors: StageError, in one sentence without the key. */
  answer(question: Question): Promise<Answer>;
}
