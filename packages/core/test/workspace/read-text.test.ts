import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readInto, readText } from '../../src/gather/read-text.js';
import { folder } from './repo.js';

describe('a text from a file', () => {
  test('whole, in pieces that cut no character', () => {
    const file = path.join(folder(), 'x');
    const text = `a${'登'.repeat(50_000)}`;
    writeFileSync(file, text);
    expect(readText(file, '--task-file') === text).toBe(true);
  });

  test.runIf(process.platform === 'linux')('a source that never ends is one sentence', () => {
    expect(() => readText('/dev/zero', '--task-file')).toThrow('/dev/zero (--task-file) holds more than 64 MiB, and no more is read: name a file that ends, or a part of it');
    let seen = 0;
    expect(() => { readInto('/dev/zero', '--diff-file', (chunk) => { seen += chunk.length; }, 1024 * 1024); }).toThrow('/dev/zero (--diff-file) holds more than 1 MiB');
    expect(seen).toBe(1024 * 1024);
  });

  test.runIf(process.platform !== 'win32')('a file that is too long is told at once', () => {
    const file = path.join(folder(), 'x');
    execFileSync('truncate', ['-s', '9G', file]);
    const pieces: string[] = [];
    expect(() => { readInto(file, '--verify-logs-file', (chunk) => { pieces.push(chunk); }); }).toThrow('(--verify-logs-file) holds more than 8192 MiB');
    expect(pieces).toEqual([]);
  });
});
