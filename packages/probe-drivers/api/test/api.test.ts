import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LaunchError, type LaunchContext, type RequestStep, runDriverConformance, UnsupportedStepError } from '@verifier/probe-sdk';
import { afterAll, describe, expect, test } from 'vitest';
import { apiDriver } from '../src/index.js';
import { checkSchema, schemaProblem } from '../src/schema-problem.js';
import { DEFECTS, FIXTURE, scenarioOf, trialOf } from './trials.js';

const foreign = mkdtempSync(path.join(tmpdir(), 'probe-none-'));
afterAll(() => rmSync(foreign, { recursive: true, force: true }));

const get = (to: string, more: Partial<RequestStep> = {}): RequestStep => ({ kind: 'request', method: 'GET', path: to, ...more });

async function withServer<Result>(listener: RequestListener, use: (context: LaunchContext) => Promise<Result>): Promise<Result> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  try {
    return await use({ root: foreign, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function runOf(context: LaunchContext, ...steps: RequestStep[]) {
  const session = await apiDriver().launch(context);
  try {
    return { results: await session.interact(scenarioOf('one', ...steps)), seen: await session.observe() };
  } finally {
    await session.teardown();
  }
}

describe('every defect is seen, and nothing in a clean run', () => {
  test.for(['', 'flaky'])('clean, or recovered: %j', async (defects) => {
    const trial = await trialOf(defects);
    expect(Object.entries(DEFECTS).filter(([, tells]) => tells(trial))).toEqual([]);
    expect(trial.results.flat().filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(trial.seen).toEqual({ consoleErrors: [], networkFailures: [], screenshots: [], crashed: false, artifacts: [] });
  });

  test.for(Object.keys(DEFECTS))('%s', async (defect) => {
    const trial = await trialOf(defect);
    expect(Object.entries(DEFECTS).filter(([, tells]) => tells(trial)).map(([name]) => name)).toEqual([defect]);
  });
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('it conforms', async () => {
  const pids = path.join(foreign, 'pids');
  writeFileSync(pids, '');
  const serving = (then: string) => ({ root: FIXTURE, commands: { serve: { executable: process.execPath, args: ['-e', `require('fs').appendFileSync(${JSON.stringify(pids)}, process.pid + ' '); ${then}`] } } });
  const started = () => readFileSync(pids, 'utf8').split(' ').filter(Boolean).map(Number);
  const results = await runDriverConformance(apiDriver(), {
    context: serving("import('./app.js')"), passing: scenarioOf('list', get('/orders')), failing: scenarioOf('none', get('/nothing')), lasting: scenarioOf('slow', get('/slow')), foreign,
    unsupported: scenarioOf('click', { kind: 'click', target: 'a button' }), leftovers: () => started().filter(isAlive).map((pid) => `the service ${pid}`),
    broken: serving('process.exit(3)'),
  });
  expect(results.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(results).toHaveLength(8);
  expect(started().length).toBeGreaterThan(5);
});

test('the port is free again after teardown', async () => {
  const before = createServer();
  await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', () => resolve()));
  const { port } = before.address() as AddressInfo;
  await new Promise((resolve) => before.close(resolve));
  const context = { root: FIXTURE, commands: { serve: { executable: process.execPath, args: ['-e', `require('http').createServer((q, r) => r.end()).listen(${port}, '127.0.0.1'); require('./app.js')`] } } };
  const session = await apiDriver().launch(context);
  await session.interact(scenarioOf('list', get('/orders')));
  const listened = () => new Promise<string>((resolve) => {
    const server = createServer();
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code)).listen(port, '127.0.0.1', () => server.close(() => resolve('free')));
  });
  const during = await listened();
  await session.teardown();
  expect([during, await listened()]).toEqual(['EADDRINUSE', 'free']);
});

describe('no way to another host', () => {
  test.for([
    'http://elsewhere.invalid/', '//elsewhere.invalid/', '/\\elsewhere.invalid', '\\\\elsewhere.invalid', 'user@elsewhere.invalid/', '//user@elsewhere.invalid/', 'elsewhere.invalid', '[::1]/', '//[::1]/', '//[::ffff:127.0.0.1]/', '//127.1/',
    '/%2felsewhere.invalid', '/%5celsewhere.invalid', '/%252felsewhere.invalid', '/%25252felsewhere.invalid', '/%2525252felsewhere.invalid', '/%00', '/%0d%0aHost:%20x', '/a\r\nHost: x', '/a b', '/a#b', '/http://elsewhere.invalid/', '/http%3a%2f%2felsewhere.invalid', '/%', '', '?x', '/ü',
  ])('%j is refused before anything is asked', (to) => {
    let asked = 0;
    return withServer((_, response) => {
      asked += 1;
      response.end();
    }, async (context) => {
      await expect(runOf(context, get('/first'), get(to))).rejects.toBeInstanceOf(UnsupportedStepError);
      expect(asked).toBe(0);
    });
  });

  test.for(['http://localhost:80', 'http://elsewhere.invalid:80', 'https://127.0.0.1:80', 'http://user@127.0.0.1:80', 'http://127.0.0.1:80/api', 'http://127.1:80', 'http://[::ffff:127.0.0.1]:80', 'http://0.0.0.0:80', 'http://127.0.0.1:99999', 'http://127.0.0.1@elsewhere.invalid:80', ''])('%j is no base', async (baseUrl) => {
    await expect(apiDriver().launch({ root: foreign, baseUrl })).rejects.toBeInstanceOf(LaunchError);
  });

  test('headers and methods that steer a connection are refused; ordinary paths are asked as they are', () => withServer((request, response) => void response.end(request.url), async (context) => {
    for (const name of ['Host', 'connection', 'Transfer-Encoding', 'a b']) await expect(runOf(context, get('/', { headers: { [name]: 'x' } }))).rejects.toBeInstanceOf(UnsupportedStepError);
    for (const method of ['CONNECT', 'TRACE', 'get', 'GET /x']) await expect(runOf(context, get('/', { method }))).rejects.toBeInstanceOf(UnsupportedStepError);
    for (const to of ['/', '/users/@me?next=http://example.invalid/', '/a%20b/../c', '/%E2%82%AC']) expect((await runOf(context, get(to, { expect: { bodyIncludes: to } }))).results[0]?.message).toBe('');
  }));

  test('a redirect is not followed', async () => {
    let asked = 0;
    await withServer((_, response) => {
      asked += 1;
      response.writeHead(307, { location: '/again' }).end();
    }, async (context) => {
      const { results, seen } = await runOf(context, get('/'));
      expect(results[0]?.message).toBe('GET / answers 307, not 2xx');
      expect(seen.networkFailures).toEqual([]);
      expect(asked).toBe(1);
    });
  });
});

describe('answers', () => {
  test('a cut connection is tried twice and then a network failure', async () => {
    let asked = 0;
    await withServer((request) => {
      asked += 1;
      request.socket.destroy();
    }, async (context) => {
      const { results, seen } = await runOf(context, get('/'));
      expect([asked, results[0]?.outcome, seen.networkFailures.length]).toEqual([2, 'failed', 1]);
    });
  });

  test('no answer is timed out and no failure', () => withServer(() => undefined, async (context) => {
    const { results, seen } = await runOf({ ...context, stepTimeoutMs: 150 }, get('/'));
    expect([results[0]?.outcome, seen.networkFailures]).toEqual(['timed-out', []]);
  }));

  test('a body without an end is read for its first MiB', () => withServer((_, response) => {
    const more = (): void => {
      if (!response.destroyed) response.write('x'.repeat(65_536), more);
    };
    more();
  }, async (context) => {
    const { results } = await runOf(context, get('/', { expect: { status: 200, bodyIncludes: 'xxx' } }));
    expect(results[0]?.outcome).toBe('passed');
  }));

  test('a body goes as it is, or as JSON', () => withServer((request, response) => void request.pipe(response), async (context) => {
    const { results } = await runOf(context, get('/', { method: 'POST', body: { a: 1 }, expect: { jsonSchema: { const: { a: 1 } } } }), get('/', { method: 'POST', body: 'plain', expect: { bodyIncludes: 'plain' } }));
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  }));
});

describe('schemas', () => {
  test.for<[unknown, unknown, string | null]>([
    [{ type: 'object', required: ['a'] }, {}, '$.a is missing'],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, { a: 1.5 }, '$.a is number, not integer'],
    [{ additionalProperties: false }, { b: 1 }, '$.b should not be there'],
    [{ items: { enum: ['x'] } }, ['x', 'y'], '$[1] is none of the values that are allowed'],
    [{ anyOf: [{ type: 'null' }, { type: 'string', minLength: 2 }] }, 'a', '$ fits none of what it may be'],
    [{ type: ['string', 'null'] }, null, null],
    [{ const: { a: 1, b: [2] } }, { b: [2], a: 1 }, null],
    [{ minimum: 1, maximum: 3 }, 4, '$: 4 is more than maximum 3'],
    [{ maxItems: 1 }, [1, 2], '$: 2 is more than maxItems 1'],
    [{ required: ['toString'] }, {}, '$.toString is missing'],
  ])('%j and %j', ([schema, value, problem]) => {
    checkSchema(schema);
    expect(schemaProblem(schema, value)).toBe(problem);
  });

  test.for<unknown>([{ pattern: 'x' }, { $ref: '#' }, { properties: { a: { not: {} } } }, { type: 'text' }, { required: 'a' }, { minimum: '1' }, 'x', null])('%j is refused', (schema) => {
    expect(() => checkSchema(schema)).toThrow(UnsupportedStepError);
  });
});
