import { describe, expect, test } from 'vitest';
import { firstCharacters, OTHER } from './first-characters.js';

const show = (pattern: RegExp): string | null => {
  const codes = firstCharacters(pattern);
  return codes === null ? null : [...codes].sort((a, b) => a - b).map((code) => (code === OTHER ? '…' : String.fromCharCode(code))).join('');
};

describe('the characters with which a match can begin', () => {
  test.each([
    [/^make: \*{3} /, 'm'],
    [/^g?make/, 'gm'],
    [/^(?:OK|FAILED) /, 'FO'],
    [/^(?<word>OK|FAILED)!/, 'FO'],
    [/^\[(?:INFO|ERROR)\] /, '['],
    [/^(?:\[INFO\] )?Tests run/, 'T['],
    [/^ {0,3}\d{1,3}\//, ' 0123456789'],
    [/^[a-c_]x/, '_abc'],
    [/^a|^b/, 'ab'],
    [/^❌ /, '…'],
    [/^\tx/, '\t'],
    [/^\*{3} x/, '*'],
  ])('%s', (pattern, expected) => {
    expect(show(pattern)).toBe(expected);
  });

  test.each([[/a/], [/^a|b/], [/^.a/], [/^\S+/], [/^[^a]/], [/^a/i], [/^(?=a)/], [/^a?$/], [/^\bfoo/], [/^a?/]])('%s can begin with anything', (pattern) => {
    expect(show(pattern)).toBeNull();
  });
});
