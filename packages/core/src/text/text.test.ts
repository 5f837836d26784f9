import { describe, expect, test } from 'vitest';
import { withoutAnsi } from './ansi.js';
import { withoutCarriers, withoutPackage } from './carriers.js';
import { cutLines, LINE_LIMIT } from './line-cutter.js';
import { oneLine } from './one-line.js';

describe('withoutAnsi', () => {
  test.each([
    ['\u001B[1;31mred\u001B[0m', 'red'],
    ['\u001B]8;;http://x\u001B\\link\u001B]8;;\u001B\\', 'link'],
    ['\u001B]0;title\u0007text', 'text'],
    ['\u001B(Bplain\u001B[m', 'plain'],
    ['\u009B31mred', 'red'],
    ['\u001B]0;never ended 3 failed', '0;never ended 3 failed'],
    ['\u001B', '\u001B'],
  ])('%j', (text, expected) => {
    expect(withoutAnsi(text)).toBe(expected);
  });
});

describe('carriers', () => {
  test('only the start of a line is looked at', () => {
    expect(withoutCarriers('at 2026-01-31T12:00:00Z it failed')).toBe('at 2026-01-31T12:00:00Z it failed');
    expect(withoutCarriers('2026 tests passed')).toBe('2026 tests passed');
  });
  test.each([
    ['packages/a test: x', 'x'],
    ['@scope/a:test: x', 'x'],
    ['svc-1  | x', 'x'],
    ['[web] x', 'x'],
    ['a.py:1: error: x', null],
    ['main.c:3:1: error: x', null],
    ['Error: x', null],
  ])('%s', (line, inner) => {
    expect(withoutPackage(line)).toBe(inner);
  });
});

describe('cutLines', () => {
  const cut = (...chunks: string[]) => {
    const lines: [string, boolean][] = [];
    const cutter = cutLines((line, dirty) => lines.push([line, dirty]));
    chunks.forEach((chunk) => { cutter.write(chunk); });
    cutter.end();
    return lines;
  };
  test('lines that span chunks come once, and are dirty when any part was', () => {
    expect(cut('a\nb', 'c', 'd\ne')).toEqual([['a', false], ['bcd', false], ['e', false]]);
    expect(cut('a\u001B', 'b', 'c\nd')).toEqual([['a\u001Bbc', true], ['d', false]]);
    expect(cut('', '\n', '')).toEqual([['', false]]);
  });
  test('a line without end is bounded, first and last part kept', () => {
    const [[line] = ['', false]] = cut(`head${'x'.repeat(LINE_LIMIT)}`, 'y'.repeat(LINE_LIMIT), 'tail');
    expect(line.length).toBeLessThanOrEqual(LINE_LIMIT + 4);
    expect(line.startsWith('head')).toBe(true);
    expect(line.endsWith('tail')).toBe(true);
  });
});

test('oneLine', () => {
  expect(oneLine(' a\n b;  c; d;e\u0000 ')).toBe('a b, c, d;e');
  expect(oneLine('x'.repeat(2000))).toHaveLength(600);
});
