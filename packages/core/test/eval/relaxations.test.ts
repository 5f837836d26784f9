import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type ChangedText, changeSince } from '../../eval/policy/change.js';
import { relaxationsMain } from '../../eval/policy/main.js';
import { relaxationsIn } from '../../eval/policy/policies.js';
import { commit, folder, put, repository } from '../workspace/repo.js';

const TEXTS = 'packages/core/eval/corpus';
const RULE = 'packages/core/src/rules/risk/auth.ts';
const caseOf = (id: string, expected: object, more: object = {}) => JSON.stringify({ id, kind: 'seeded', stack: 'node', description: 'x', input: { task: id, diff: '', verifyLogs: '', builderReport: '' }, expected, ...more });
const DEBT = { owner: 'a', reason: 'b', followUp: 'c' };
const BASE = {
  [RULE]: 'export const rule = 1;\n',
  'packages/core/src/rules/index.ts': 'generated\n',
  [`${TEXTS}/seeded/red.json`]: caseOf('red', { verdict: 'block_pr', mustFixMin: 1, risk: 'high' }),
  [`${TEXTS}/golden/clean.json`]: caseOf('clean', { verdict: 'open_pr', mustFixMax: 0, maxFalsePositives: 0, confidenceMin: 80 }),
  [`${TEXTS}/seeded/owed.json`]: caseOf('owed', { verdict: 'block_pr' }, { debt: DEBT }),
  'fixtures/corpus/seeded/leak/case.json': caseOf('leak', { verdict: 'not_mergeable', findings: [{ rule: 'risk/auth' }] }),
  'fixtures/corpus/seeded/leak/repo/a.js': 'a\n',
  'fixtures/rules/risk/auth/block.one/diff.patch': 'x\n',
  'fixtures/logs/jest/failed.one.log': 'x\n',
  'eval/thresholds.json': '{ "own": { "texts": { "verdictAgreement": 0.99, "falsePositiveRate": 0.01 } } }',
  'eval/relaxations.json': '[]',
  'eval/mutation-debt.json': '[{ "id": "jest/failed.one.log" }]',
};

type Edit = Readonly<Record<string, string | null>>;

const sentences = (files: readonly ChangedText[]): string[] => relaxationsIn(files).map(({ subject, says, reason }) => `${subject} ${says}${reason === null ? '' : ` (${reason})`}`);

/** What the policies say of a change, one sentence each; what is explained has its reason behind it. */
const said = (edit: Edit): string[] => sentences(Object.entries(edit).map(([name, now]) => ({ path: name, old: (BASE as Record<string, string>)[name] ?? null, now })));

/** The same of a change in a real repository. */
async function saidInGit(edit: Edit, { isCommitted }: { isCommitted: boolean }): Promise<string[]> {
  const root = repository({});
  commit(root, BASE);
  for (const [name, text] of Object.entries(edit)) {
    if (text === null) rmSync(path.join(root, name));
    else put(root, { [name]: text });
  }
  if (isCommitted) commit(root, {});
  return sentences((await changeSince(root, isCommitted ? 'HEAD~1' : 'HEAD', process.env)).files);
}

const reasonFor = (subject: string) => ({ 'eval/relaxations.json': JSON.stringify([{ subject, reason: 'because', owner: 'a', date: '2026-01-05' }]) });

describe('a reader or a rule', () => {
  test('without a case', () => {
    expect(said({ [RULE]: 'export const rule = 2;\n' })).toEqual([`${RULE} changes without a case that must stay clean and a case that must be found`]);
  });

  test('with half of a pair', () => {
    expect(said({ [RULE]: '2', [`${TEXTS}/golden/new.json`]: caseOf('new', { verdict: 'open_pr' }) })).toEqual([`${RULE} changes without a case that must be found`]);
  });

  test.each<[string, Edit]>([
    ['cases of texts', { [`${TEXTS}/golden/new.json`]: caseOf('new', { verdict: 'open_pr' }), [`${TEXTS}/seeded/new-red.json`]: caseOf('new-red', { verdict: 'block_pr' }) }],
    ['a repository and a fixture of a rule', { 'fixtures/corpus/golden/new/case.json': caseOf('new', { verdict: 'mergeable' }), 'fixtures/rules/risk/auth/warn.two/diff.patch': 'y\n' }],
    ['two fixtures of a rule', { 'fixtures/rules/risk/auth/ok.two/diff.patch': 'y\n', 'fixtures/rules/risk/auth/block.two/diff.patch': 'y\n' }],
  ])('with a pair: %s', (_, cases) => {
    expect(said({ [RULE]: '2', ...cases })).toEqual([]);
  });

  test('logs prove a reader, and no rule', () => {
    const logs = { 'fixtures/logs/jest/passed.two.log': 'y\n', 'fixtures/logs/jest/failed.two.log': 'y\n' };
    expect(said({ 'packages/core/src/evidence/logs/tools/jest.ts': 'x', ...logs })).toEqual([]);
    expect(said({ [RULE]: '2', ...logs })).toEqual([`${RULE} changes without a case that must stay clean and a case that must be found`]);
  });

  test('a case whose words only changed is no new case', () => {
    expect(said({ [RULE]: '2', [`${TEXTS}/golden/clean.json`]: caseOf('clean', { verdict: 'open_pr', mustFixMax: 0, maxFalsePositives: 0, confidenceMin: 80 }, { description: 'other words' }) })).toHaveLength(1);
  });

  test('a reason, for the file or for its folder', () => {
    expect(said({ [RULE]: '2', ...reasonFor(RULE) })).toEqual([expect.stringContaining('(because)')]);
    expect(said({ [RULE]: '2', ...reasonFor('packages/core/src/rules') })).toEqual([expect.stringContaining('(because)')]);
    expect(said({ [RULE]: '2', ...reasonFor('packages/core/src/rul') })).not.toEqual([expect.stringContaining('(because)')]);
  });

  test('tests and what is generated are neither', () => {
    expect(said({ 'packages/core/src/rules/rules.test.ts': 'x', 'packages/core/src/rules/index.ts': 'x', 'packages/core/src/judge/index.ts': 'x' })).toEqual([]);
  });
});

describe('a case that asks for less', () => {
  test.each<[string, Edit, string]>([
    ['another verdict', { [`${TEXTS}/seeded/red.json`]: caseOf('red', { verdictAnyOf: ['block_pr', 'open_pr'], mustFixMin: 1, risk: 'high' }) }, 'red accepts open_pr'],
    ['a lower minimum', { [`${TEXTS}/seeded/red.json`]: caseOf('red', { verdict: 'block_pr', mustFixMin: 0, risk: 'high' }) }, 'red mustFixMin is lower or gone'],
    ['no risk', { [`${TEXTS}/seeded/red.json`]: caseOf('red', { verdict: 'block_pr', mustFixMin: 1 }) }, 'red does not ask for the same risk'],
    ['a higher maximum', { [`${TEXTS}/golden/clean.json`]: caseOf('clean', { verdict: 'open_pr', mustFixMax: 1, maxFalsePositives: 0, confidenceMin: 80 }) }, 'clean mustFixMax is higher or gone'],
    ['no allowance', { [`${TEXTS}/golden/clean.json`]: caseOf('clean', { verdict: 'open_pr', mustFixMax: 0, confidenceMin: 80 }) }, 'clean maxFalsePositives is higher or gone'],
    ['other inputs', { [`${TEXTS}/seeded/red.json`]: caseOf('red', { verdict: 'block_pr', mustFixMin: 1, risk: 'high' }, { input: {} }) }, 'red judges something else'],
    ['a new debt', { [`${TEXTS}/seeded/red.json`]: caseOf('red', { verdict: 'block_pr', mustFixMin: 1, risk: 'high' }, { debt: DEBT }) }, 'red declares a debt that it had not'],
    ['gone', { [`${TEXTS}/seeded/red.json`]: null }, 'red is gone'],
    ['no finding', { 'fixtures/corpus/seeded/leak/case.json': caseOf('leak', { verdict: 'not_mergeable' }) }, 'leak does not ask for the same findings'],
    ['another repository', { 'fixtures/corpus/seeded/leak/repo/a.js': 'b\n' }, 'leak judges something else'],
    ['a fixture of a rule that is gone', { 'fixtures/rules/risk/auth/block.one/diff.patch': null }, 'fixtures/rules/risk/auth/block.one is gone, and with it what it held'],
    ['a log that is gone', { 'fixtures/logs/jest/failed.one.log': null }, 'fixtures/logs/jest/failed.one.log is gone, and with it what it held'],
    ['a lower threshold', { 'eval/thresholds.json': '{ "own": { "texts": { "verdictAgreement": 0.5, "falsePositiveRate": 0.01 } } }' }, 'eval/thresholds.json own.texts.verdictAgreement was 0.99 and is 0.5'],
    ['a debt of the mutations', { 'eval/mutation-debt.json': '[{ "id": "jest/failed.one.log" }, { "id": "red" }]' }, 'eval/mutation-debt.json declares red a debt'],
    ['a threshold that is gone', { 'eval/thresholds.json': '{ "own": { "texts": { "verdictAgreement": 1 } } }' }, 'eval/thresholds.json own.texts.falsePositiveRate is gone'],
  ])('%s', (_, edit, sentence) => {
    expect(said(edit)).toEqual([sentence]);
    const subject = sentence.split(' ')[0] ?? '';
    expect(said({ ...edit, ...reasonFor(subject) })).toEqual([`${sentence} (because)`]);
  });

  test('an id that moves to another folder is the same case', () => {
    expect(said({ [`${TEXTS}/seeded/red.json`]: null, [`${TEXTS}/seeded/more/red.json`]: BASE[`${TEXTS}/seeded/red.json`] })).toEqual([]);
  });

  test('one that asks for more needs no reason', () => {
    expect(said({ [`${TEXTS}/seeded/red.json`]: caseOf('red', { verdict: 'block_pr', mustFixMin: 2, mustFixMax: 2, risk: 'high' }), 'eval/thresholds.json': '{ "own": { "texts": { "verdictAgreement": 1, "falsePositiveRate": 0 } } }' })).toEqual([]);
  });

  test('a reason counts only in the change that adds it', () => {
    const reasons = reasonFor('red')['eval/relaxations.json'];
    expect(sentences([
      { path: 'eval/relaxations.json', old: reasons, now: reasons.replace(']', `,${JSON.stringify({ subject: 'other', reason: 'x', owner: 'y', date: '2026-01-06' })}]`) },
      { path: `${TEXTS}/seeded/red.json`, old: caseOf('red', { verdict: 'block_pr' }), now: caseOf('red', { verdict: 'open_pr' }) },
    ])).toEqual(['red accepts open_pr']);
  });

  test('a reason without an owner is refused', () => {
    expect(() => said({ 'eval/relaxations.json': '[{"subject":"red","reason":"x","date":"2026-01-05"}]' })).toThrow('eval/relaxations.json: 0.owner Required');
  });
});

describe('declared debt', () => {
  test('can be paid', () => {
    expect(said({ [`${TEXTS}/seeded/owed.json`]: caseOf('owed', { verdict: 'block_pr' }) })).toEqual([]);
  });

  test.each<[string, Edit, string]>([
    ['deleted', { [`${TEXTS}/seeded/owed.json`]: null }, 'owed is gone, and hides a declared debt'],
    ['made to expect what is said', { [`${TEXTS}/seeded/owed.json`]: caseOf('owed', { verdict: 'open_pr' }) }, 'owed accepts open_pr, and hides a declared debt'],
  ])('is not hidden, whatever the reason: %s', (_, edit, sentence) => {
    expect(said({ ...edit, ...reasonFor('owed') })).toEqual([sentence]);
  });
});

describe('in a real repository', () => {
  const edit = {
    [RULE]: 'export const rule = 2;\n',
    [`${TEXTS}/golden/new.json`]: caseOf('new', { verdict: 'open_pr' }),
    [`${TEXTS}/seeded/red.json`]: null,
    'fixtures/corpus/seeded/leak/repo/a.js': 'b\n',
    ...reasonFor('leak'),
  };
  const told = [`${RULE} changes without a case that must be found`, 'red is gone', 'leak judges something else (because)'];

  test('what is committed', async () => {
    expect(await saidInGit(edit, { isCommitted: true })).toEqual(told);
  });

  test('what is not committed, untracked files included', async () => {
    expect(await saidInGit(edit, { isCommitted: false })).toEqual(told);
  });

  test('the command says it, and ends with 0, 1 or 2', async () => {
    const root = repository({});
    commit(root, BASE);
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const complaints = vi.spyOn(console, 'error').mockReturnValue(undefined);
    try {
      expect(await relaxationsMain(['--root', root])).toBe(0);
      put(root, { [RULE]: '2' });
      expect(await relaxationsMain(['--root', root, '--base', 'HEAD'])).toBe(1);
      expect(out.mock.calls.join('')).toContain(`not explained: ${RULE} changes without`);
      expect(await relaxationsMain(['--root', folder()])).toBe(0);
      expect(out.mock.calls.join('')).toContain('nothing to compare with');
      expect(await relaxationsMain(['--root', root, '--base', 'nope'])).toBe(2);
      expect(complaints.mock.calls.join('')).toContain('names no commit here');
    } finally {
      out.mockRestore();
      complaints.mockRestore();
    }
  });
});
