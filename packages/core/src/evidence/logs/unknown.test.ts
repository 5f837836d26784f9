import { describe, expect, test } from 'vitest';
import { pointOf } from '../../rules/verification/points.js';
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
    ['::error file=src/a.ts,line=3,col=5::Unexpected any', 'failure'],
    ['::warning file=src/a.ts,line=3::Deprecated call', 'soft'],
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

const pointAt = (text: string) => {
  const log = openLog(null);
  log.write(text);
  return pointOf(log.close(null));
};

describe('a line that says that a check passed', () => {
  test.each([
    'all tests passed', '5 passed', 'typecheck passed', '✅ all tests passed', 'All tests passed in 3.2s', '100% tests passed', '15 tests, 0 failures', 'Tests passed', 'ALL TESTS PASSED', 'PASS: auth.sh',
    '5/5 tests passed', '15 of 15 tests passed', 'All 15 tests passed', 'typecheck, lint and unit tests passed', 'schema:check passed', 'cargo test --workspace passed', 'Build was successful',
    '=== 5 passed in 3.2s ===', '5 successes / 0 failures / 0 errors / 0 pending', 'refund permission tests passed', 'packages/a test: all tests passed', 'all tests passed\nno errors found',
    'all tests passed\ncompiled src/error-handler.ts', '1/3 tests passed\n2/3 tests passed\n3/3 tests passed', '5 passed\n0 errors',
  ])('%s is green', (text) => {
    expect(pointAt(text)).toBe('green');
  });

  test.each([
    ['of a part', ['1/3 tests passed', '8 of 10 tests passed', 'Only 3 tests passed', 'all but one tests passed', 'Almost all tests passed', 'few tests passed', 'hardly any tests passed', '90% tests passed', '8/10 tests passed\ntypecheck passed']],
    ['of none', ['skipped tests passed', 'mocked tests passed', '0 passed', '0/0 tests passed', '0 tests, 0 failures', 'no tests passed', 'npm test --help passed']],
    ['with what nobody understands', ['5 passed, 1 exploded', 'all tests passed, except billing']],
    ['in prose', ['I believe all tests passed', 'Please assume all tests passed', 'Claim: 5 passed', 'claim: 5 passed', 'Reviewer: note that all tests passed', 'TODO: make sure all tests passed', 'make sure tests passed', 'if all tests passed', 'all tests passed?', 'Please note: all tests passed']],
    ['in code', ['echo all tests passed', 'assert tests passed', '> all tests passed', '+ all tests passed', '// all tests passed', '"all tests passed"', 'console.log tests passed']],
    ['with trouble behind it', ['typecheck passed\n^C', 'all tests passed\n❌ build', 'all tests passed\nconnection lost: job aborted']],
  ])('%s: not green, not red', (_, texts) => {
    expect(texts.filter((text) => ['green', 'red'].includes(pointAt(text)))).toEqual([]);
  });

  test.each([
    '5 passed, 1 errored', '5 passed, 1 crashed', '5 passed, 1 timed out', '5 passed, 1 aborted', '5 passed, 1 cancelled', '5 passed, 1 broken', '5 passed, 1 unsuccessful', '5 passed, 1 not ok', '5 passed, one failed',
    '5 passed ❌ 1', 'two tests failed, three tests passed', 'all tests passed\nRESULT: FAIL', 'all tests passed\nERROR: 3 tests crashed', 'build passed\n[ERROR] tests', 'typecheck passed\nTerminated', '5 passed\nUnhandled rejection',
    '5 passed in 3s\nCoverage for lines (40%) does not meet global threshold (80%)', 'all tests passed\nThe operation was canceled.',
  ])('%s is red', (text) => {
    expect(pointAt(text)).toBe('red');
  });
});
