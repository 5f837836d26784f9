import { describe, expect, test } from 'vitest';
import { failuresOf, surplusOf } from '../../eval/compare.js';
import { mergedReport } from '../../eval/merge.js';
import { isSameButTimes, metricsText } from '../../eval/metrics-file.js';
import { HarnessError } from '../../eval/model.js';
import { readinessPage } from '../../eval/readiness.js';
import { shareOf } from '../../eval/share.js';
import { tableOf } from '../../eval/table.js';
import { BLOCK, folderOf, OPEN, repositoryCase, reportWith, textCase, WARN, wanted } from './builders.js';

describe('one case', () => {
  test('as expected', () => {
    expect(failuresOf(wanted('open_pr', { risk: 'low', confidenceMin: 80, mustFixMax: 0, shouldFixMax: 0, maxFalsePositives: 0 }), OPEN)).toEqual([]);
    expect(failuresOf({ verdicts: ['needs_context', 'block_pr'], mustFixMin: 1 }, BLOCK)).toEqual([]);
  });

  test('every difference is said', () => {
    expect(failuresOf(wanted('open_pr', { risk: 'low', confidenceMin: 80, confidenceMax: 80, mustFixMax: 0, shouldFixMin: 1, maxFalsePositives: 0 }), BLOCK)).toEqual([
      'verdict: expected open_pr, got block_pr',
      'confidence: expected at most 80, got 81',
      'risk: expected low, got high',
      'must_fix: expected at most 0, got 1',
      'should_fix: expected at least 1, got 0',
      'false positives: allowed 0, got 1',
    ]);
  });

  test('findings above the upper bound, or above the lower one without an upper, are surplus', () => {
    expect([surplusOf(wanted('', { mustFixMin: 1 }), BLOCK), surplusOf(wanted(''), BLOCK), surplusOf(wanted('', { shouldFixMin: 1 }), WARN), surplusOf(wanted('', { shouldFixMin: 1, shouldFixMax: 3 }), WARN)]).toEqual([0, 1, 1, 0]);
  });

  test('a finding is told by its rule and its file', () => {
    const actual = { ...BLOCK, findings: [{ rule: 'risk/auth', file: 'a.ts' }] };
    expect(failuresOf(wanted('block_pr', { findings: [{ rule: 'risk/auth', file: 'a.ts' }, { file: 'a.ts' }] }), actual)).toEqual([]);
    expect(failuresOf(wanted('block_pr', { findings: [{ rule: 'risk/auth', file: 'b.ts' }] }), actual)).toEqual(['finding: expected risk/auth at b.ts, got risk/auth at a.ts']);
  });
});

test('the interval of a share, as Wilson gives it', () => {
  expect(shareOf(8, 10, 1)).toEqual({ part: 8, of: 10, share: 0.8, interval: [0.4902, 0.9433] });
  expect(shareOf(50, 50, 1).interval).toEqual([0.9287, 1]);
  expect(shareOf(0, 20, 0).interval).toEqual([0, 0.1611]);
  expect(shareOf(0, 0, 1)).toEqual({ part: 0, of: 0, share: 1, interval: [0, 1] });
});

const DEBT = { owner: 'the rules', reason: 'It needs somebody who reads.', followUp: 'The opt-in stage.' };

describe('a run', () => {
  test('passes when every case is as expected', () => {
    const report = reportWith([[textCase('right', wanted('open_pr', { maxFalsePositives: 0 })), OPEN], [textCase('blocked', wanted('block_pr')), BLOCK]]);
    expect(report).toMatchObject({ passed: true, objections: [], metrics: { cases: 2, verdictAgreement: 1, falsePositiveRate: 0 } });
  });

  test('fails on a single miss, and counts only cases with an allowance for the false positive rate', () => {
    const report = reportWith([[textCase('right', wanted('open_pr')), OPEN], [textCase('wrong', wanted('open_pr', { maxFalsePositives: 1 })), WARN], [textCase('blocked', wanted('open_pr')), BLOCK]]);
    expect(report.metrics).toMatchObject({ cases: 3, verdictAgreement: 0.3333, falsePositiveRate: 0.5 });
    expect(report.objections).toEqual([
      '2 of 3 cases are not as expected',
      'texts, raw: verdictAgreement 0.3333 is not at least 0.99', 'texts, raw: falsePositiveRate 0.5 is not at most 0.01',
      'texts, adjusted: verdictAgreement 0.3333 is not at least 0.99', 'texts, adjusted: falsePositiveRate 0.5 is not at most 0.01',
    ]);
  });

  test('fails when only a bound is missed although all thresholds hold', () => {
    expect(reportWith([[textCase('blocked', wanted('block_pr', { mustFixMax: 0 })), BLOCK]])).toMatchObject({ passed: false, metrics: { verdictAgreement: 1, falsePositiveRate: 0 } });
  });

  test('a verifier without a verdict is a failed case', () => {
    const report = reportWith([[textCase('broken', wanted('open_pr')), { error: 'it broke' }]]);
    expect(report.cases[0]).toMatchObject({ passed: false, actual: null, failures: ['no verdict: it broke'] });
    expect(report.metrics.verdictAgreement).toBe(0);
  });

  test('declared debt is counted raw, left out when adjusted, and told when it is paid', () => {
    const seen = Array.from({ length: 19 }, (_, at) => [repositoryCase(`seen-${at}`, wanted('not_mergeable'), true), { ...BLOCK, verdict: 'not_mergeable' }] as const);
    const owed = repositoryCase('owed', wanted('not_mergeable'), true, { debt: DEBT });
    const open = { ...OPEN, verdict: 'mergeable' };
    const report = reportWith([...seen, [owed, open]]);
    expect(report).toMatchObject({ passed: true, debt: { open: ['owed'], paid: [] }, repositories: { raw: { cases: 20, recall: 0.95, verdictAgreement: 0.95 }, adjusted: { cases: 19, recall: 1 } } });
    expect(reportWith([[owed, { ...BLOCK, verdict: 'not_mergeable' }]]).debt).toEqual({ open: [], paid: ['owed'] });
    // So much debt that the raw figures fall below their own threshold is no way out.
    expect(reportWith([...seen.slice(0, 3), [owed, open]]).objections).toEqual(['repositories, raw: recall 0.75 is not at least 0.85', 'repositories, raw: verdictAgreement 0.75 is not at least 0.9']);
  });
});

test('the table: expected against said, stacks, what is not as expected, figures', () => {
  const report = reportWith([[textCase('right', wanted('open_pr')), OPEN], [textCase('wrong', wanted('open_pr'), { stack: 'cargo' }), BLOCK]]);
  expect(tableOf(report).split('\n').map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
    'cases of texts: expected ↓ open_pr with_warning block_pr needs_context',
    'open_pr 1 0 1 0', 'open_pr_with_warning 0 0 0 0', 'block_pr 0 0 0 0', 'needs_context 0 0 0 0',
    '',
    'stack cases as expected', 'cargo 1 0', 'node 1 1',
    '',
    'wrong: verdict: expected open_pr, got block_pr',
    'texts: verdictAgreement 0.5 (1 of 2), falsePositiveRate 0 (0 of 0), wronglyOpened 0 (0 of 0), wronglyStopped 0.5 (1 of 2)',
    'not passed: 1 of 2 cases is not as expected', 'not passed: texts, raw: verdictAgreement 0.5 is not at least 0.99', 'not passed: texts, adjusted: verdictAgreement 0.5 is not at least 0.99',
    '2 cases, 1 not as expected',
    '',
  ]);
});

describe('the page', () => {
  const judged = [[textCase('right', wanted('open_pr')), OPEN], [textCase('wrong', wanted('block_pr'), { debt: DEBT }), { ...OPEN, verdict: 'open_pr' }]] as const;
  const page = readinessPage(reportWith(judged));

  test('shows the confusion matrix as a picture, the debt and the intervals', () => {
    expect(page).toContain('expected2["block_pr"] m2x0["1"] m2x1["0"] m2x2["0"] m2x3["0"]');
    expect(page).toContain('class m2x0 wrong');
    expect(page).toContain('| `wrong` | verdict: expected block_pr, got open_pr | the rules | It needs somebody who reads. | The opt-in stage. |');
    expect(page).toContain('0.5 = 1 of 2 (0.0945 to 0.9055)');
  });

  test('is the same but for its last section when only times differ', () => {
    const again = readinessPage({ ...reportWith(judged, { wallClockMs: 99_999 }), about: { ...reportWith(judged).about, at: '2027-01-01T00:00:00.000Z' } });
    const above = (text: string) => text.slice(0, text.indexOf('## Times'));
    expect(again).not.toBe(page);
    expect(above(again)).toBe(above(page));
  });

  test('metrics that differ in times only are the same', () => {
    const [a, b] = [metricsText(reportWith(judged)), metricsText(reportWith(judged, { wallClockMs: 99_999 }))];
    expect(a).not.toBe(b);
    expect(isSameButTimes(a, b)).toBe(true);
    expect(isSameButTimes(a, metricsText(reportWith(judged.slice(1))))).toBe(false);
  });
});

describe('shards', () => {
  const judged = [[textCase('a', wanted('open_pr')), OPEN], [textCase('b', wanted('block_pr')), BLOCK]] as const;
  const part = (index: number, of = 2, at = index - 1) => JSON.stringify(reportWith(judged.slice(at, at + 1), { shard: { index, of } }));

  test('put together they are the run of the whole', () => {
    const folder = folderOf({ '1.json': part(1), '2.json': part(2) });
    const { cases, ...rest } = mergedReport([`${folder}/2.json`, `${folder}/1.json`]);
    const { cases: whole, ...wholeRest } = reportWith(judged, { wallClockMs: 14 });
    const times = ({ stacks, ...report }: typeof rest) => ({ ...report, stacks: stacks.map(({ meanMs: _, ...row }) => row) });
    expect(times(rest)).toEqual(times(wholeRest));
    expect(cases.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
  });

  test.each<[string, Record<string, string>, string]>([
    ['a part is missing', { '1.json': part(1) }, 'part 2 of 2 is missing'],
    ['a part is there twice', { '1.json': part(1), '2.json': part(1), '3.json': part(2) }, 'part 1 of 2 is given twice'],
    ['parts of different runs', { '1.json': part(1), '2.json': part(1, 3) }, 'is one of 3 parts'],
    ['a case in two parts', { '1.json': part(1), '2.json': part(2, 2, 0) }, 'two parts hold the case a'],
    ['another commit', { '1.json': part(1), '2.json': part(2).replace('"commit":"abc"', '"commit":"def"') }, 'measured def'],
    ['a whole run', { '1.json': JSON.stringify(reportWith(judged)) }, 'is a whole run, no shard'],
    ['something else', { '1.json': '{"cases":1}' }, 'is no report of an eval'],
    ['no JSON', { '1.json': '{' }, 'is not there, or not JSON'],
  ])('%s', (_, files, sentence) => {
    const folder = folderOf(files);
    const merge = () => mergedReport(Object.keys(files).map((name) => `${folder}/${name}`));
    expect(merge).toThrow(HarnessError);
    expect(merge).toThrow(sentence);
  });
});
