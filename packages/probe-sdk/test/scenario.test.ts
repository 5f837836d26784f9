import { describe, expect, test } from 'vitest';
import { LaunchError, readScenario, scenarioProblem, UnsupportedStepError } from '../src/index.js';

const scenario = (...steps: unknown[]) => ({ id: 'one', description: 'one', claimIds: ['C-1'], steps });
const request = (expectation: unknown) => scenario({ kind: 'request', method: 'GET', path: '/', expect: expectation });

describe('scenarioProblem', () => {
  test.for<[unknown, string]>([
    [null, 'a scenario is an object'],
    [scenario(), 'steps is a list of 1 to 50'],
    [scenario({ kind: 'fly' }), 'there is no such step'],
    [scenario({ kind: 'exec' }), 'exec needs command'],
    [scenario({ kind: 'exec', command: ['rm'] }), 'command is a text'],
    [scenario({ kind: 'exec', command: 'a', args: [] }), 'exec has no field "args"'],
    [scenario({ kind: 'wait' }), 'wait needs forMs or until'],
    [scenario({ kind: 'wait', forMs: 1e9 }), 'forMs is a number'],
    [request({ status: 200, statusAnyOf: [200] }), 'not both'],
    [request({ statusAnyOf: [] }), 'not empty'],
    [request({ statusAnyOf: ['200'] }), 'whole numbers'],
    [request({ status: 99 }), 'from 100 to 599'],
    [request({ body: 'x' }), 'expect has no field "body"'],
    [scenario({ kind: 'request', method: 'GET', path: '/', headers: { a: 1 } }), 'headers is an object of texts'],
    [{ ...scenario({ kind: 'key', key: 'a' }), failCategory: 'style' }, 'failCategory is one of'],
    [{ ...scenario({ kind: 'key', key: 'a' }), severity: 'blocker' }, 'no field "severity"'],
    [{ ...scenario({ kind: 'key', key: 'a' }), claimIds: [1] }, 'claimIds is a list of texts'],
  ])('%j', ([value, problem]) => {
    expect(scenarioProblem(value)).toContain(problem);
    expect(() => readScenario(value)).toThrow(problem);
  });

  test('every kind of step', () => {
    const whole = scenario(
      { kind: 'navigate', url: '/' }, { kind: 'click', target: 'a' }, { kind: 'type', text: 'a' }, { kind: 'key', key: 'a' }, { kind: 'exec', command: 'a', stdin: '' },
      { kind: 'request', method: 'GET', path: '/', body: null, headers: {}, expect: { statusAnyOf: [200, 204], jsonSchema: true, bodyIncludes: '', headers: {} } }, { kind: 'wait', forMs: 0 }, { kind: 'assert-screen', expectation: 'a' },
    );
    expect(scenarioProblem(whole)).toBeNull();
    expect(readScenario(whole)).toBe(whole);
  });
});

test('errors carry whether another try may help, and their cause', () => {
  const cause = new Error('why');
  expect(new LaunchError('x', { cause })).toMatchObject({ retryable: true, cause, name: 'LaunchError' });
  expect(new UnsupportedStepError('x', { cause })).toMatchObject({ retryable: false, cause, name: 'UnsupportedStepError' });
  expect(new LaunchError('x', { retryable: false }).retryable).toBe(false);
});
