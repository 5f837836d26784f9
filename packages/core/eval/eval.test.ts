import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { CorpusError, type EvalCase, readCases } from './cases.js';
import { type Actual, failuresOf, surplusOf } from './compare.js';
import { runEval } from './run.js';
import { tableOf } from './table.js';

const OPEN: Actual = { verdict: 'open_pr', risk: 'low', confidence: 82, mustFix: 0, shouldFix: 0 };
const BLOCK: Actual = { verdict: 'block_pr', risk: 'high', confidence: 81, mustFix: 1, shouldFix: 0 };
const WARN: Actual = { verdict: 'open_pr_with_warning', risk: 'medium', confidence: 64, mustFix: 0, shouldFix: 2 };

const caseOf = (id: string, expected: EvalCase['expected']): EvalCase => ({
  id, kind: 'seeded', stack: 'node', description: 'A case.', input: { task: '', diff: '', verifyLogs: '', builderReport: '' }, expected,
});

describe('one case', () => {
  test('as expected', () => {
    expect(failuresOf({ verdict: 'open_pr', risk: 'low', confidenceMin: 80, mustFixMax: 0, shouldFixMax: 0, maxFalsePositives: 0 }, OPEN)).toEqual([]);
    expect(failuresOf({ verdictAnyOf: ['needs_context', 'block_pr'], mustFixMin: 1 }, BLOCK)).toEqual([]);
  });

  test('every difference is said', () => {
    expect(failuresOf({ verdict: 'open_pr', risk: 'low', confidenceMin: 80, confidenceMax: 80, mustFixMax: 0, shouldFixMin: 1, maxFalsePositives: 0 }, BLOCK)).toEqual([
      'verdict: expected open_pr, got block_pr',
      'confidence: expected at most 80, got 81',
      'risk: expected low, got high',
      'must_fix: expected at most 0, got 1',
      'should_fix: expected at least 1, got 0',
      'false positives: allowed 0, got 1',
    ]);
  });

  test('findings above the upper bound, or above the lower one without an upper, are surplus', () => {
    expect([surplusOf({ mustFixMin: 1 }, BLOCK), surplusOf({}, BLOCK), surplusOf({ shouldFixMin: 1 }, WARN), surplusOf({ shouldFixMin: 1, shouldFixMax: 3 }, WARN)]).toEqual([0, 1, 1, 0]);
  });
});

describe('a run', () => {
  const verdicts = new Map<string, Actual>([['right', OPEN], ['wrong', WARN], ['blocked', BLOCK]]);
  const judge = ({ id }: EvalCase) => Promise.resolve(verdicts.get(id)!);

  test('passes when every case is as expected', async () => {
    const report = await runEval([caseOf('right', { verdict: 'open_pr', maxFalsePositives: 0 }), caseOf('blocked', { verdict: 'block_pr' })], judge);
    expect(report).toMatchObject({ passed: true, metrics: { cases: 2, verdictAgreement: 1, falsePositiveRate: 0 } });
  });

  test('fails on a single miss, and counts only cases with an allowance for the false positive rate', async () => {
    const report = await runEval([caseOf('right', { verdict: 'open_pr' }), caseOf('wrong', { verdict: 'open_pr', maxFalsePositives: 1 }), caseOf('blocked', { verdict: 'open_pr' })], judge);
    expect(report.metrics).toEqual({ cases: 3, verdictAgreement: 0.3333, falsePositiveRate: 0.5 });
    expect(report.passed).toBe(false);
    expect(report.cases.map(({ passed }) => passed)).toEqual([true, false, false]);
  });

  test('fails when only a bound is missed although both thresholds hold', async () => {
    const report = await runEval([caseOf('blocked', { verdict: 'block_pr', mustFixMax: 0 })], judge);
    expect(report).toMatchObject({ passed: false, metrics: { verdictAgreement: 1, falsePositiveRate: 0 } });
  });
});

test('the table: counts, what is not as expected, sums', async () => {
  const verdicts = new Map<string, Actual>([['right', OPEN], ['wrong', BLOCK]]);
  const report = await runEval([caseOf('right', { verdict: 'open_pr' }), { ...caseOf('wrong', { verdict: 'open_pr' }), kind: 'golden' }], ({ id }) => Promise.resolve(verdicts.get(id) ?? WARN));
  expect(tableOf(report).split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'verdict seeded golden as expected',
    'block_pr 0 1 0',
    'open_pr 1 0 1',
    'all 1 1 1',
    '',
    'wrong: verdict: expected open_pr, got block_pr',
    '2 cases, 1 not as expected, verdictAgreement 0.5 (at least 0.9), falsePositiveRate 0 (at most 0.1)',
    '',
  ]);
});

describe('a corpus that cannot be read', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const corpusOf = (files: Record<string, string>) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'verifier-eval-'));
    folders.push(folder);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return folder;
  };
  const good = caseOf('good', { verdict: 'open_pr' });

  test('is read when it is good', () => {
    expect(readCases(corpusOf({ 'seeded/good.json': JSON.stringify(good) }))).toEqual([good]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['nothing', {}, 'there are no cases'],
    ['no JSON', { 'a.json': '{' }, 'a.json is not JSON'],
    ['an unknown key', { 'good.json': JSON.stringify({ ...good, more: 1 }) }, "Unrecognized key(s) in object: 'more'"],
    ['no verdict', { 'good.json': JSON.stringify({ ...good, expected: {} }) }, 'either verdict or verdictAnyOf'],
    ['no source of a golden label', { 'good.json': JSON.stringify({ ...good, kind: 'golden' }) }, 'labelSource'],
    ['another name', { 'bad.json': JSON.stringify(good) }, 'says that it is good'],
    ['a name twice', { 'a/good.json': JSON.stringify(good), 'b/good.json': JSON.stringify(good) }, 'two cases are called good'],
  ])('%s', (_, files, sentence) => {
    const folder = corpusOf(files);
    expect(() => readCases(folder)).toThrow(CorpusError);
    expect(() => readCases(folder)).toThrow(sentence);
  });

  test('a folder that is not there', () => {
    expect(() => readCases(path.join(tmpdir(), 'verifier-eval-none'))).toThrow('is not a folder');
  });
});
