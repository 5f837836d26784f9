import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TextInput } from '../../eval/model.js';
import { CARRIED } from '../../eval/mutation/carriers.js';
import { measureMutations } from '../../eval/mutation/measure.js';
import { MUTATIONS } from '../../eval/mutation/mutants.js';
import { partedBy, readOwed } from '../../eval/mutation/owed.js';
import { OWN_CORPORA } from '../../eval/options.js';
import { readCorpus } from '../../eval/read-corpus.js';
import { textCase, wanted } from './builders.js';

const IDS = ['vitest-passed-verbose-framed', 'node-test-passed-basic', 'pytest-passed-noisy', 'cargo-test-failed-one', 'rspec-failed-one', 'no-task'];
const cases = readCorpus(OWN_CORPORA.slice(0, 1)).filter(({ id }) => IDS.includes(id));

test('the cases are there', () => {
  expect(cases).toHaveLength(IDS.length);
});

describe('cases of the corpus', async () => {
  const { mutations, carriers } = await measureMutations(cases);

  test.each(carriers.map(({ name, ...row }) => [name, row] as const))('%s changes nothing', (_, { tried, wrong }) => {
    expect(tried).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  test.each(mutations.map(({ name, ...row }) => [name, row] as const))('%s is seen', (_, { tried, wrong }) => {
    expect(tried).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

test('a verdict that goes the wrong way is told', async () => {
  // Nobody knows the runner, so the line that is turned red is a loose word, which a status of 0 silences.
  const diff = 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n';
  const one = textCase('loose', wanted('open_pr'), { stack: 'vitest', input: { corpus: 'texts', task: 'x', diff, verifyLogs: '$ node check.js\n  ✓ adds\nexit code 0\n', builderReport: 'Done.' } });
  const { mutations } = await measureMutations([one]);
  expect(mutations.filter(({ wrong }) => wrong.length > 0)).toEqual([{ name: 'one test line turned red', tried: 1, wrong: ['loose: open_pr, expected block_pr or needs_context or open_pr_with_warning'] }]);
});

describe('what is changed', () => {
  const input = (verifyLogs: string): TextInput => ({ task: 'x', diff: 'diff --git a/a b/a\nindex 1..2 100644\n@@ -1 +1 @@\n-a\n+b\n', verifyLogs, builderReport: '' });
  const mutated = (name: string, verdict: string, log: string, stack = 'vitest', other = '') => MUTATIONS.find((one) => one.name === name)?.mutate(textCase('one', wanted(verdict), { stack }), input(log), input(other))?.verifyLogs;
  const GREEN = ' RUN  v4.1.12 /repo\n\n ✓ a.test.ts > adds 1ms\n ✓ a.test.ts > rounds 1ms\n\n Test Files  1 passed (1)\n      Tests  2 passed (2)\n';

  test('totals and lines of a green log', () => {
    expect(mutated('totals turned red', 'open_pr', GREEN)).toContain('      Tests  1 failed | 1 passed (2)');
    expect(mutated('one test line turned red', 'open_pr', GREEN)).toContain(' × a.test.ts > adds 1ms\n ✓ a.test.ts > rounds');
    expect(mutated('one test skipped in the totals', 'open_pr', GREEN)).toContain('Tests  1 passed | 1 skipped (2)');
    expect(mutated('cut behind the first test', 'open_pr', GREEN)).toBe(' RUN  v4.1.12 /repo\n\n ✓ a.test.ts > adds 1ms');
    expect(mutated('totals turned red', 'block_pr', GREEN)).toBeUndefined();
  });

  test('lines of a red log', () => {
    const red = readFileSync(path.resolve(import.meta.dirname, '../../../../fixtures/logs/minitest/failed.one.log'), 'utf8');
    expect(mutated('a red log between green lines', 'block_pr', red, 'minitest', '$ x\none\ntwo\nexit code 0\n')?.split('\n').slice(0, 4)).toEqual(['one', red.split('\n')[0], 'two', red.split('\n')[1]]);
    expect(mutated('the first failing line dropped', 'block_pr', red, 'minitest')?.length).toBeLessThan(red.length);
    expect(mutated('a red log cut in half', 'block_pr', '$ x\nexit code 1\n')).toBeUndefined();
  });

  test('a carrier of logs leaves commands and their status alone', () => {
    expect(CARRIED['log: github stamps']?.(input('$ npm test\nexit code 0\n'))).toBeNull();
    expect(CARRIED['log: crlf']?.(input('$ npm test\nexit code 0\n'))?.verifyLogs).toBe('$ npm test\r\nexit code 0\r\n');
    expect(CARRIED['diff: no index lines']?.(input(''))?.diff).toBe('diff --git a/a b/a\n@@ -1 +1 @@\n-a\n+b\n');
  });
});

test('declared debt is told apart, and has an owner, a reason and what follows', () => {
  const owed = [{ id: 'a/b.log', owner: 'x', reason: 'y', followUp: 'z' }];
  expect(partedBy(owed, ['a/b.log: open_pr', 'a/b.log with exit code 0: nothing', 'a/b.log2: nothing'])).toEqual({ wrong: ['a/b.log2: nothing'], declared: ['a/b.log: open_pr', 'a/b.log with exit code 0: nothing'] });
  expect(readOwed().length).toBeGreaterThanOrEqual(0);
  expect(() => readOwed('/nowhere.json')).toThrow('it is not there');
});
