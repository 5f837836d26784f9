import type { Cost } from '@verifier/core';
import type { Usage } from './types.js';

interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** For five minutes, which is what the transport asks for. */
  readonly cacheWrite: number;
}

/** USD for a million tokens. Source: platform.claude.com/docs/en/about-claude/pricing, read 2026-12-01. By the beginning of a model's name. */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-opus-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-8': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-7': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-6': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-opus-4-5': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
};
/** A name may end with the day of its version: `-20251101`. */
const DAY_LENGTH = '-20251101'.length;

/** What one answer cost. `known` is false for a model whose price is not known: then only tokens are counted. */
export function costOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage, model: string): Cost & { readonly known: boolean } {
  const price = PRICES[model] ?? PRICES[model.slice(0, -DAY_LENGTH)];
  const tokens = { inputTokens: inputTokens + cacheReadTokens + cacheWriteTokens, outputTokens };
  if (price === undefined) return { ...tokens, usd: 0, known: false };
  return { ...tokens, usd: (inputTokens * price.input + outputTokens * price.output + cacheReadTokens * price.cacheRead + cacheWriteTokens * price.cacheWrite) / 1_000_000, known: true };
}
