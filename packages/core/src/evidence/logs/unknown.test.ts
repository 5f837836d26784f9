import { describe, expect, test } from 'vitest';
import { openLog } from './open-log.js';

const kindsOf = (text: string) => {
  const log = openLog(null, []);
  log.write(text);
  return log.close(null).facts.map((fact) => (fact.kind === 'totals' ? `${fact.passed} passed, ${fact.failed} failed, ${fact.skipped} skipped` : fact.kind === 'closed' ? `closed ${String(fact.ok)}` : fact.kind));
};

describe('a line that no tool claims', () => {
  test.each([
    ['Error: out of stock', 'failure'],
    ['TypeError [ERR_X]: no', 'failure'],
    ['java.lang.IllegalStateException: no', 'failure'],
    ['ModuleNotFoundError: No module named \'app\'', 'failure'],
    ['Traceback (most recent call last):', 'failure'],
    ['panic: runtime error: index out of range', 'failure'],
    ["thread 'parser::empty' panicked", 'failure'],
    ['main.c:3:1: error: expected \';\' before \'}\'', 'failure'],
    ['a.ts(1,14): error TS2322: no', 'failure'],
    ['make: *** [Makefile:2: all] Error 2', 'failure'],
    ['sh: 1: frobnicate: not found', 'failure'],
    ['Segmentation fault (core dumped)', 'failure'],
    ['pnpm test failed', 'failure'],
    ['typecheck failed with 3 errors', 'failure'],
    ['3 failed', '0 passed, 3 failed, 0 skipped'],
    ['Tests 1 failed | 14 passed', '14 passed, 1 failed, 0 skipped'],
    ['24 passed, 0 errors in 0.44s', '24 passed, 0 failed, 0 skipped'],
    ['api: 4 passed', '4 passed, 0 failed, 0 skipped'],
    ['all tests passed', 'closed true'],
    ['All tests passed!', 'closed true'],
    ['pnpm typecheck passed', 'closed true'],
    ['password logging tests passed', 'closed true'],
    ['- [ ] pnpm test', 'not-run'],
    ['Verification command was not run', 'not-run'],
    ['Verification commands are not configured', 'not-configured'],
    ['schema:check skipped because schema generation is unavailable', 'soft'],
    ['No tests found', 'no-tests'],
  ])('%s → %s', (line, kind) => {
    expect(kindsOf(line)).toEqual([kind]);
  });

  test.each([
    '0 failures', 'Errors: 0', 'returns 1 error when failed', 'recovered from 3 errors', 'no tests failed', 'handles the error path', 'Rendered: [ ] buy milk', 'error handling is documented here',
    'the request failed, retrying', 'what should have passed', 'compiled module 7 of errors-package in 3 ms', 'exit code 0 is what we want', '- [x] pnpm test', '0 skipped', 'I passed the parcel on',
  ])('%s says nothing', (line) => {
    expect(kindsOf(line)).toEqual([]);
  });
});
