import { expect, test } from 'vitest';
import { packageEnd } from './package-prefix.js';

/** What it stands for, as one pattern. */
const PACKAGE = /^(?:[\w@./-]{1,80} [\w:.-]{1,40}: |[\w@./-]{1,80}:(?!\d+:)[\w.-]{1,40}: |[\w.-]{1,60} {1,20}\| |\[[\w@:./-]{1,40}\] )/;

test.each([
  ['packages/a test: ok', 17],
  ['packages/a test:unit: ok', 22],
  ['@scope/a:test: ok', 15],
  ['a.py:1: error', 0],
  ['web-1  | up', 9],
  ['[web] up', 6],
  ['[] up', 0],
  [': up', 0],
  ['', 0],
])('%j', (line, end) => {
  expect(packageEnd(line)).toBe(end);
});

test('agrees with the pattern on made-up lines', () => {
  const parts = ['a', 'web', '-', '.', '/', '@', ':', ': ', ' ', '  ', '|', '| ', '[', ']', '] ', '1', '42', '_', 'é', 'x'.repeat(38), 'y'.repeat(59), ' '.repeat(19), 'z'.repeat(79)];
  const starts = ['', 'web', '@a/b', '[web', '[', 'a b', 'a:b', 'a:1', '12', 'web ', 'web  |'];
  let seed = 3;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  let prefixes = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const start = starts[(next() >> 8) % starts.length] ?? '';
    const line = start + Array.from({ length: next() % 5 }, () => parts[(next() >> 8) % parts.length] ?? '').join('');
    const end = PACKAGE.exec(line)?.[0].length ?? 0;
    if (end > 0) prefixes += 1;
    expect(packageEnd(line), line).toBe(end);
  }
  expect(prefixes).toBeGreaterThan(500);
});
