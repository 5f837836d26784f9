import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { OWN_CORPORA, ROOT } from '../../eval/options.js';
import { readCorpus } from '../../eval/read-corpus.js';
import { readThresholds } from '../../eval/thresholds.js';

const cases = readCorpus(OWN_CORPORA);
const texts = cases.filter(({ input }) => input.corpus === 'texts');
const repositories = cases.filter(({ input }) => input.corpus === 'repositories');

describe('the corpora are worth their name', () => {
  test('texts: two hundred cases, a dozen stacks, every verdict as the only right one', () => {
    expect(texts.length).toBeGreaterThanOrEqual(200);
    expect(new Set(texts.map(({ stack }) => stack)).size).toBeGreaterThanOrEqual(12);
    for (const verdict of ['open_pr', 'open_pr_with_warning', 'block_pr', 'needs_context']) {
      expect(texts.filter(({ expected }) => expected.verdicts.join() === verdict).length, verdict).toBeGreaterThanOrEqual(20);
    }
  });

  test('repositories: thirty of them, good ones and bad ones, with real commands of several kinds', () => {
    expect(repositories.length).toBeGreaterThanOrEqual(30);
    expect(repositories.filter(({ defect }) => !defect).length).toBeGreaterThanOrEqual(10);
    expect(repositories.filter(({ id }) => id.startsWith('wk-')).length).toBeGreaterThanOrEqual(10);
    const commands = repositories.flatMap(({ input }) => (input.corpus === 'repositories' ? input.commands : []));
    for (const start of ['node --test', 'python3 -m unittest', 'sh ', 'npm test']) expect(commands.some((command) => command.startsWith(start)), start).toBe(true);
  });

  test('no expectation says nothing: a case that accepts several verdicts does not accept all', () => {
    expect(cases.filter(({ expected }) => expected.verdicts.length > 2).map(({ id }) => id)).toEqual([]);
  });

  test('a miss that is known has somebody who answers for it', () => {
    expect(cases.filter(({ expected, debt }) => expected.knownGap === true && debt === undefined).map(({ id }) => id)).toEqual([]);
  });
});

test('the bars of our own corpora are those that are promised', () => {
  const { own, raw } = readThresholds();
  expect(own.texts.verdictAgreement).toBeGreaterThanOrEqual(0.99);
  expect(own.texts.falsePositiveRate).toBeLessThanOrEqual(0.01);
  expect(raw.repositories.recall).toBeGreaterThanOrEqual(0.85);
});

test('the committed figures speak of the cases that are there', () => {
  const { fixtures, debt } = JSON.parse(readFileSync(path.join(ROOT, 'fixtures/metrics.json'), 'utf8')) as { fixtures: { id: string }[]; debt: { id: string }[] };
  expect(fixtures.map(({ id }) => id)).toEqual(repositories.map(({ id }) => id));
  expect(debt.map(({ id }) => id)).toEqual(cases.filter((one) => one.debt !== undefined).map(({ id }) => id));
});
