import { describe, expect, test } from 'vitest';
import { withoutAnsi } from './ansi.js';
import { withoutCarriers, withoutPackage } from './carriers.js';
import { cutLines, ESCAPED, LINE_LIMIT, RETURNED } from './line-cutter.js';
import { oneLine } from './one-line.js';

describe('withoutAnsi', () => {
  test.each([
    ['\u001B[1;31mred\u001B[0m', 'red'],
    ['\u001B]8;;http://x\u001B\\link\u001B]8;;\u001B\\', 'link'],
    ['\u001B]0;title\u0007text', 'text'],
    ['\u001B(Bplain\u001B[m', 'plain'],
    ['a\u001B[31mb\u001B]0;t\u0007c\u001B[0;1md\u009B31me', 'abcde'],
    ['\u001B[1 q\u001B[?25lx\u001B[', 'x\u001B['],
    ['\u001B[31é', '\u001B[31é'],
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
    ['2026-01-31T12:00:00.0000000Z x', 'x'], ['\uFEFF2026-01-31T12:00:00Z x', 'x'], ['2026-01-31T12:00:00.123456789Zx', 'x'], ['2026-01-31T12:00:00+01:00  x', ' x'], ['2026-01-31T12:00:00.1-00:30 x', 'x'],
    ['2026-01-31T12:00:00.5Z 00O x', 'x'], ['2026-01-31T12:00:00Z 2026-01-31T12:00:01.123456789Z x', 'x'], ['2026-01-31T12:00:00Z', ''], ['2026-01-31T12:00:00Z ##[error]x', 'x'], ['#12 3.456 x', 'x'],
  ])('%j: what a CI writes before a line is taken off', (line, expected) => {
    expect(withoutCarriers(line)).toBe(expected);
  });
  test.each(['2026-01-31T12:00:00.1234567890Z x', '2026-01-31T12:00:00.Z x', '2026-01-31T12:00:00 x', '2026-01-31 12:00:00Z x', '2026-1-31T12:00:00Z x', '2026-01-31T12:00:00+0100 x', '2026-01-31T12:00:0'])('%j is no such time', (line) => {
    expect(withoutCarriers(line)).toBe(line);
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
    const lines: [string, number][] = [];
    const cutter = cutLines((line, dirt) => lines.push([line, dirt]));
    chunks.forEach((chunk) => { cutter.write(chunk); });
    cutter.end();
    return lines;
  };
  test('lines that span chunks come once, and are dirty when any part was', () => {
    expect(cut('a\nb', 'c', 'd\ne')).toEqual([['a', 0], ['bcd', 0], ['e', 0]]);
    expect(cut('a\u001B', 'b', 'c\nd')).toEqual([['a\u001Bbc', ESCAPED], ['d', 0]]);
    expect(cut('a\u001B', 'b\r', 'c\nd')).toEqual([['a\u001Bb\rc', ESCAPED | RETURNED], ['d', 0]]);
    expect(cut('', '\n', '')).toEqual([['', 0]]);
  });
  test('a line without end is bounded, first and last part kept', () => {
    const [[line] = ['', 0]] = cut(`head${'x'.repeat(LINE_LIMIT)}`, 'y'.repeat(LINE_LIMIT), 'tail');
    expect(line.length).toBeLessThanOrEqual(LINE_LIMIT + 4);
    expect(line.startsWith('head')).toBe(true);
    expect(line.endsWith('tail')).toBe(true);
  });
});

test('oneLine', () => {
  expect(oneLine(' a\n b;  c; d;e\u0000 ')).toBe('a b, c, d;e');
  expect(oneLine('x'.repeat(2000))).toHaveLength(600);
});
