import { describe, expect, test } from 'vitest';
import { EFFECTS, type Basis, type Effect, type Finding } from '../model/index.js';
import { DECISIONS, finalOf, judge } from './index.js';

const ALL: Basis = { task: true, diff: true, logs: true, report: true, positive: true, highRisk: false, executed: false, workspace: false };
const finding = (effect: Effect): Finding => ({ rule: 'a/b', effect, source: 'diff', message: 'Something is off.' });
const decide = (effects: readonly Effect[], basis: Partial<Basis> = {}) => judge(effects.map(finding), { ...ALL, ...basis }).verdict;

describe('the strongest finding decides', () => {
  test.each([
    [[], 'open_pr', 'mergeable'],
    [['note'], 'open_pr', 'mergeable'],
    [['note', 'warn'], 'open_pr_with_warning', 'conditional'],
    [['warn', 'ask'], 'needs_context', 'conditional'],
    [['warn', 'ask', 'blind'], 'needs_context', 'inconclusive'],
    [['warn', 'ask', 'blind', 'block'], 'block_pr', 'not_mergeable'],
  ] as const)('%j → %s, %s', (effects, verdict, final) => {
    expect(decide(effects, { workspace: true })).toMatchObject({ verdict, final_verdict: final });
    expect(decide([...effects].reverse()).verdict).toBe(verdict);
    expect(decide(effects)).not.toHaveProperty('final_verdict');
  });

  test('every effect has a row', () => {
    expect(Object.keys(DECISIONS)).toEqual([...EFFECTS]);
  });
});

describe('confidence', () => {
  test.each([
    [[], {}, 82],
    [[], { report: false }, 80],
    [['warn'], {}, 64],
    [['warn', 'warn'], {}, 60],
    [['warn'], { report: false, highRisk: true }, 50],
    [Array<Effect>(9).fill('warn'), { report: false, highRisk: true }, 34],
    [['block'], {}, 81],
    [['block', 'block', 'warn'], {}, 84],
    [Array<Effect>(9).fill('block'), {}, 87],
    [['ask'], { positive: false }, 35],
    [['ask', 'blind'], { task: false, diff: false }, 23],
    [Array<Effect>(9).fill('ask'), { task: false, diff: false, logs: false, report: false, positive: false }, 0],
  ] as const)('%j with %j is %d', (effects, basis, confidence) => {
    expect(decide(effects, basis).confidence).toBe(confidence);
  });
});

describe('risk', () => {
  test.each([
    [[], {}, 'low'],
    [['warn'], {}, 'medium'],
    [['warn'], { highRisk: true }, 'medium'],
    [['ask'], {}, 'medium'],
    [['block'], {}, 'high'],
  ] as const)('%j with %j is %s', (effects, basis, risk) => {
    expect(decide(effects, basis).risk).toBe(risk);
  });
});

test('a finding is published with its rule id, a note is not', () => {
  const { must_fix, should_fix, conditions } = decide(['block', 'warn', 'note'], { workspace: true });
  expect(must_fix).toEqual([{ source: 'diff', message: 'Something is off. [a/b]' }]);
  expect(should_fix).toHaveLength(1);
  expect(conditions).toHaveLength(2);
});

test('the summary is the sentence of the contract', () => {
  expect(decide([], { workspace: true }).summary).toBe('Mergeable with confidence 82; risk is low.');
  expect(decide([]).summary).toBe('Open PR with 0 should_fix item(s); risk is low.');
});

test('without a verdict of its own, needs_context is conditional with a diff and inconclusive without', () => {
  expect([finalOf('needs_context', true), finalOf('needs_context', false), finalOf('block_pr', true)]).toEqual(['conditional', 'inconclusive', 'not_mergeable']);
});
