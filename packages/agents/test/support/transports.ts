import type { RunMeta } from '@verifier/core';
import type { Question, Transport } from '../../src/index.js';

/** A transport that gives these answers, one for each question, the last one for all that follow; a function is asked. */
export function answering(...answers: readonly unknown[]): Transport & { readonly asked: Question[] } {
  const asked: Question[] = [];
  return {
    asked,
    config: { provider: 'recorded', model: 'claude-opus-5' },
    answer: (question) => {
      const next = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(question);
      const answer: unknown = typeof next === 'function' ? (next as (question: Question) => unknown)(question) : next;
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({ text: typeof answer === 'string' ? answer : JSON.stringify(answer), end: 'complete', usage: { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 }, model: 'claude-opus-5' });
    },
  };
}

export const RUN: RunMeta = {
  runId: '20261201000000-1-000001', startedAt: '2026-12-01T00:00:00.000Z', baseRef: 'main', headRef: 'abc1234', trustLevel: 'untrusted', stagesExecuted: [], stagesSkipped: [], targets: [],
  cost: { inputTokens: 0, outputTokens: 0, usd: 0 }, durationMs: 0,
};
