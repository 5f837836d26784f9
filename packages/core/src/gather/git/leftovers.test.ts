import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sweepLeftovers } from './leftovers.js';

const folder = mkdtempSync(path.join(tmpdir(), 'verifier-test-'));
afterAll(() => { rmSync(folder, { recursive: true }); });
const now = new Date('2026-06-30T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

test('only old temporary repositories go, and nothing that a link leads to', () => {
  for (const [name, days] of [['verifier-git-old', 8], ['verifier-git-new', 6], ['verifier-other', 80]] as const) {
    mkdirSync(path.join(folder, name, 'objects'), { recursive: true });
    writeFileSync(path.join(folder, name, 'objects/x'), 'x');
    utimesSync(path.join(folder, name), daysAgo(days), daysAgo(days));
  }
  writeFileSync(path.join(folder, 'verifier-git-file'), '');
  utimesSync(path.join(folder, 'verifier-git-file'), daysAgo(80), daysAgo(80));
  symlinkSync(path.join(folder, 'verifier-other'), path.join(folder, 'verifier-git-link'));
  sweepLeftovers(now, folder);
  expect(readdirSync(folder).sort()).toEqual(['verifier-git-file', 'verifier-git-link', 'verifier-git-new', 'verifier-other']);
  expect(readdirSync(path.join(folder, 'verifier-other'))).toEqual(['objects']);
});

test('a folder that is not there is no error', () => {
  expect(() => { sweepLeftovers(now, path.join(folder, 'nope')); }).not.toThrow();
});
