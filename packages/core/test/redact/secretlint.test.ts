import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { expect, test } from 'vitest';
import { redact } from '../../src/text/redact/index.js';
import { corpus } from './corpus/index.js';

const RULES = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
const SEED = 20_240_502;

/** What @secretlint/secretlint-rule-preset-recommend 11.3 finds in a text, as texts. */
async function foundIn(text: string): Promise<string[]> {
  const { messages } = await lintSource({ source: { content: text, filePath: 'a.txt', ext: '.txt', contentType: 'text' }, options: { config: RULES } });
  return messages.map(({ range: [start, end] }) => text.slice(start, end));
}

test('whatever secretlint finds in our samples is masked', async () => {
  const secrets = corpus(SEED, 8).filter(({ group }) => group !== 'clean');
  const left: string[] = [];
  let found = 0;
  for (const { id, text } of secrets) {
    const values = await foundIn(text);
    found += values.length;
    const out = redact(text);
    // Whole values, and not the few characters of a name that a rule of theirs includes.
    for (const value of values) if (value.length >= 8 && out.includes(value)) left.push(`${id}: ${value.slice(0, 4)}…`);
  }
  expect(left).toEqual([]);
  expect(found).toBeGreaterThan(100);
}, 120_000);
