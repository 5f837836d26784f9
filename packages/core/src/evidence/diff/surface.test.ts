import { expect, test } from 'vitest';
import { parseDiff } from './index.js';
import { surfaceOf } from './surface.js';

const edit = (path: string, line = 'x') => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${line}\n+${line} 2\n`;
const partOf = (diff: string) => {
  const { checks, tests, manifests, product, lockfiles } = surfaceOf(parseDiff(diff).files);
  return [tests.length > 0 ? 'tests' : '', checks.length > tests.length ? 'runner' : '', manifests.length > 0 ? 'manifest' : '', product.length > 0 ? 'product' : '', lockfiles.length > 0 ? 'lockfile' : ''].filter(Boolean).join(' ');
};

test.each([
  ['src/size.test.ts', 'tests'],
  ['tests/helpers.py', 'tests'],
  ['src/fixtures/loader.js', 'product'],
  ['test/fixtures/a.json', 'tests'],
  ['src/__snapshots__/a.snap', 'tests'],
  ['vitest.config.ts', 'runner'],
  ['conftest.py', 'tests'],
  ['sitecustomize.py', 'runner'],
  ['Makefile', 'runner'],
  ['scripts/run-tests.sh', 'runner'],
  ['package.json', 'manifest'],
  ['web/pyproject.toml', 'manifest'],
  ['src/size.ts', 'product'],
  ['pnpm-lock.yaml', 'lockfile'],
  ['README.md', ''],
])('%s is %j', (path, part) => {
  expect(partOf(edit(path))).toBe(part);
});

test('a build tool’s configuration counts where it speaks of tests', () => {
  expect([partOf(edit('vite.config.ts', "  resolve: { alias: 'a' },")), partOf(edit('vite.config.ts', "  test: { include: ['a'] },"))]).toEqual(['', 'runner']);
});

test('a test under a name that no runner looks for is one still', () => {
  expect(partOf('diff --git a/size.test.js b/size.old.js\nsimilarity index 100%\nrename from size.test.js\nrename to size.old.js\n')).toBe('tests');
});
