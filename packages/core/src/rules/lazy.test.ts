import { expect, test } from 'vitest';
import { readEvidence } from '../evidence/index.js';
import { openTranscript, parseDiff } from '../index.js';
import { concernsOf } from './concern.js';
import { rules } from './index.js';
import { needsCode } from './needs-code.js';

// Reading the tests of a change costs a small check a tenth of node's start.
test('no rule has the tests of a small, harmless change read', () => {
  const log = openTranscript();
  log.write(' RUN  v4.1.12 /repo\n\n ✓ a.test.js (3 tests) 4ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n');
  const diff = parseDiff('diff --git a/src/a.js b/src/a.js\n--- a/src/a.js\n+++ b/src/a.js\n@@ -1 +1 @@\n-const a = 1;\n+const a = 2;\n');
  const evidence = readEvidence({ task: 'Make it two.', diff, report: 'Done.', runs: log.close(), syntax: { read: () => 'no-grammar' }, workspace: false, findings: [], now: '2026-01-01T00:00:00.000Z' }, needsCode);
  Object.defineProperty(evidence, 'tests', { get: () => { throw new Error('the tests are read'); }, enumerable: true });
  expect(rules.filter(concernsOf(evidence)).flatMap((rule) => [...rule.check(evidence)])).toEqual([]);
});
