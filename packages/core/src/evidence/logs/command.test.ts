import { expect, test } from 'vitest';
import { worthOf } from './command.js';

test.each([
  ['pnpm test', 'check'],
  ['true', 'trivial'],
  [':', 'trivial'],
  ['exit 0', 'trivial'],
  ['echo "5 passed; all green"', 'trivial'],
  ['echo recovered from 3 errors', 'trivial'],
  ['cd packages/a && echo done', 'trivial'],
  ['FOO=1 true', 'trivial'],
  ['cd packages/a && npm test', 'check'],
  ['CI=1 npm test', 'check'],
  ['npm test || true', 'masked'],
  ['npm test || echo "never mind"', 'masked'],
  ['npm test; true', 'masked'],
  ['npm test; exit 0', 'masked'],
  ['npm test | tail -5', 'masked'],
  ['npm test 2>&1 | tee out.log', 'masked'],
  ['set -o pipefail; npm test | tee out.log', 'check'],
  ['npm test &', 'masked'],
  ['npm test || exit 1', 'check'],
  ['gotestsum --junitfile r.xml ./...; cat r.xml', 'check'],
  ['vitest run --passWithNoTests', 'permissive'],
  ['pytest --collect-only -q', 'permissive'],
  ['cat junit.xml', 'permissive'],
  ['npm test && cat junit.xml', 'check'],
  ['git diff --check # rerun tests || true', 'check'],
  ["sh -c 'npm test || true'", 'trivial'],
  ['grep -q "a || true" file', 'check'],
])('%s is a %s', (command, worth) => {
  expect(worthOf(command)).toBe(worth);
});
