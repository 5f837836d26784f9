import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ANCHORS } from './anchors.js';
import { bitOf, maskOf } from './anchored.js';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../../fixtures/rules/risk');
const lines = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.patch'))
  .flatMap((file) => readFileSync(path.join(FIXTURES, file), 'utf8').split('\n'));

test('every anchor that is on a line has its bit', () => {
  let found = 0;
  for (const line of [...new Set(lines)].flatMap((text) => [text, text.toUpperCase(), text.slice(1)])) {
    const mask = maskOf(line);
    for (const [name, anchor] of Object.entries(ANCHORS)) {
      if (!anchor.test(line)) continue;
      found += 1;
      expect(mask & bitOf(anchor), `${name}: ${line}`).not.toBe(0);
    }
  }
  expect(found).toBeGreaterThan(5_000);
});

test('plain lines have few bits', () => {
  expect(maskOf('const a = 1;')).toBe(0);
  expect(bitOf(/unknown/i)).toBe(-1);
});
