import { expect, test } from 'vitest';
import { promptsThatMustNotOpen, trial } from './mutations.js';

const TRIALS = 200;

test(`${TRIALS} prompts that something happened to: none breaks the reader, and none opens what was not open before`, async () => {
  const opened: string[] = [];
  const seen = new Set<string>();
  for (let seed = 1; seed <= TRIALS; seed += 1) {
    const { what, status, mayOpen } = await trial(seed);
    seen.add(status);
    if (!mayOpen && status.startsWith('open_pr')) opened.push(`${seed}: ${what}`);
  }
  expect(opened).toEqual([]);
  expect([...seen].sort()).toEqual(['block_pr', 'needs_context', 'open_pr']);
});

test('a prompt that nothing happened to is judged by what it shows', async () => {
  for (const [name, prompt] of Object.entries(promptsThatMustNotOpen())) expect([name, (await trial(0, prompt)).status]).toEqual([name, 'block_pr']);
});
