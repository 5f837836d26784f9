import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../model/index.js';
import { isMatch, segmentsOf } from '../../text/glob.js';
import { findResults } from './index.js';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'verifier-results-')));
const outside = realpathSync(mkdtempSync(path.join(tmpdir(), 'verifier-outside-')));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(outside, { recursive: true, force: true });
});
for (const file of ['junit.xml', 'reports/unit/a.xml', 'reports/unit/a.json', 'reports/e2e/b.xml', 'node_modules/x/c.xml', '.hidden/d.xml']) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), '<a/>');
}
writeFileSync(path.join(outside, 'e.xml'), '<a/>');
symlinkSync(path.join(outside, 'e.xml'), path.join(root, 'reports/link.xml'));
symlinkSync(outside, path.join(root, 'reports/away'));

const found = (glob: string) => findResults(root, glob, '--results', 0).map(({ path: at }) => at);

describe('which files a glob names', () => {
  test.each([
    ['junit.xml', ['junit.xml']],
    ['./junit.xml', ['junit.xml']],
    ['*.xml', ['junit.xml']],
    ['**/*.xml', ['junit.xml', 'reports/e2e/b.xml', 'reports/unit/a.xml']],
    ['reports/**', ['reports/e2e/b.xml', 'reports/unit/a.json', 'reports/unit/a.xml']],
    ['reports/*/?.{xml,json}', ['reports/e2e/b.xml', 'reports/unit/a.json', 'reports/unit/a.xml']],
    ['reports/{unit,e2e}/*.xml', ['reports/e2e/b.xml', 'reports/unit/a.xml']],
    ['node_modules/*/*.xml', ['node_modules/x/c.xml']],
    ['.hidden/*.xml', ['.hidden/d.xml']],
    ['nowhere/*.xml', []],
  ])('%s', (glob, files) => {
    expect(found(glob)).toEqual(files);
  });

  test.each(['/etc/*.xml', '../*.xml', 'a/../../b.xml', 'C:\\x.xml', '', ' '])('%j is refused', (glob) => {
    expect(() => segmentsOf(glob, '--results')).toThrow(UsageError);
  });

  test('a name with many stars against a long name is no work', () => {
    expect(isMatch(`${'*a'.repeat(60)}b`, 'a'.repeat(255))).toBe(false);
  });
});

describe('a file that is older than the run', () => {
  test('is told, also when its date was set', () => {
    const since = Date.now() + 1000;
    utimesSync(path.join(root, 'junit.xml'), new Date(since + 60_000), new Date(since + 60_000));
    expect(findResults(root, 'junit.xml', '--results', since)).toMatchObject([{ path: 'junit.xml', isOld: true }]);
    expect(findResults(root, 'junit.xml', '--results', since - 120_000)).toMatchObject([{ isOld: false }]);
  });
});
