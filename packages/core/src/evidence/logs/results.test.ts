import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pointOf } from '../../rules/verification/points.js';
import { openResult } from './results.js';

const ROOT = path.resolve(import.meta.dirname, '../../../../../fixtures/logs');
const read = (text: string, size = 1000) => {
  const reader = openResult('report');
  for (let at = 0; at < text.length; at += size) reader.write(text.slice(at, at + size));
  return reader.close();
};
const point = (text: string) => {
  const run = read(text);
  return run && pointOf(run);
};
const fixture = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

describe('a result file', () => {
  test.each([
    ['junit-xml/passed.vitest.log', 'green'],
    ['trx/failed.one.log', 'red'],
    ['trx/unfinished.cut.log', 'unfinished'],
    ['tap/passed.ava.log', 'green'],
    ['jest-json/passed.vitest.log', 'green'],
    ['mocha-json/passed.basic.log', 'green'],
    ['playwright/passed.json.log', 'green'],
    ['playwright/failed.json.log', 'red'],
    ['eslint/passed.json.log', 'green'],
    ['sarif/passed.none.log', 'green'],
    ['ctrf/failed.one-line.log', 'red'],
  ])('%s points %s', (name, expected) => {
    expect(point(fixture(name))).toBe(expected);
  });

  test.each(['mocha-json/passed.basic.log', 'playwright/failed.json.log', 'jest-json/passed.vitest.log', 'sarif/passed.none.log', 'eslint/passed.json.log'])('%s says the same however it is indented', (name) => {
    const value: unknown = JSON.parse(fixture(name));
    expect(point(JSON.stringify(value))).toBe(point(fixture(name)));
    expect(point(JSON.stringify(value, null, 2))).toBe(point(fixture(name)));
    expect(point(`\uFEFF${JSON.stringify(value, null, '\t')}\n`)).toBe(point(fixture(name)));
  });

  test('go test -json is one event per line', () => {
    expect(point('{"Action":"run","Package":"a","Test":"TestA"}\n{"Action":"fail","Package":"a","Test":"TestA"}\n{"Action":"fail","Package":"a"}\n')).toBe('red');
  });

  test('words for people are no result', () => {
    expect(read('All tests passed.\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n')).toBeNull();
    expect(read('')).toBeNull();
    expect(read('{"hello": 1}')).toBeNull();
  });

  test('an entity that nobody defined makes it no XML', () => {
    const report = '<testsuite tests="1" failures="0"><testcase name="a &nope; b"/></testsuite>\n';
    expect(point(report)).toBe('unfinished');
    expect(point(report.replace('&nope;', '&amp;'))).toBe('green');
  });
});
