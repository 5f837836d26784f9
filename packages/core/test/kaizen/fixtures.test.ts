import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { judgePrompt } from '../../src/cli/kaizen/judge.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/kaizen-loop');

/** `<status>.<case>.md` is a prompt, and the status that must come out where there is no work tree to look at. */
test.each(readdirSync(FIXTURES))('%s', async (file) => {
  const { judgement } = await judgePrompt(readFileSync(path.join(FIXTURES, file), 'utf8'), new Date(0), () => Promise.resolve([]));
  const { verdict, must_fix, should_fix } = judgement.verdict;
  expect(verdict, JSON.stringify([...must_fix, ...should_fix], null, 1)).toBe(file.split('.')[0]);
  for (const { message } of [...must_fix, ...should_fix]) expect(message).not.toMatch(/[\r\n]|; /);
});
