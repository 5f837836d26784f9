import { expect, test } from 'vitest';
import { parseDiff } from '../index.js';
import { wholeCodes } from './index.js';

const DIFF = `diff --git a/a.js b/a.js
--- a/a.js
+++ b/a.js
@@ -2,3 +2,3 @@
 b /* c
-d */ e
+D */ e
 f "g"
`;
const [file] = parseDiff(DIFF).files;
if (file === undefined) throw new Error('no file');

/** Comments, and what stands between double quotes. */
const spans = (text: string) => [...text.matchAll(/\/\*[^*]*\*\/|(?<=")[^"\n]+(?=")/g)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
const codesOf = (whole: { old: string | null; now: string | null }) => {
  const codes = wholeCodes(file, whole, spans);
  return codes === null ? null : [...codes].map(([{ side, text }, code]) => [side, text, code]);
};

test('each line is blanked as its place in the whole file says', () => {
  expect(codesOf({ old: 'a\nb /* c\nd */ e\nf "g"\n', now: 'a\nb /* c\nD */ e\nf "g"\n' })).toEqual([
    ['context', 'b /* c', 'b     '],
    ['added', 'D */ e', '     e'],
    ['context', 'f "g"', 'f " "'],
    ['removed', 'd */ e', '     e'],
  ]);
  expect(codesOf({ old: 'a\r\nb /* c\r\nd */ e\r\nf "g"', now: 'a\r\nb /* c\r\nD */ e\r\nf "g"' })).toHaveLength(4);
});

test.each([
  ['another text', { old: 'a\nb /* c\nd */ e\nf "g"\n', now: 'a\nb /* c\nX */ e\nf "g"\n' }],
  ['a line that goes on', { old: 'a\nb /* c\nd */ e\nf "g"\n', now: 'a\nb /* cc\nD */ e\nf "g"\n' }],
  ['too few lines', { old: 'a\nb /* c\nd */ e\nf "g"\n', now: 'a\nb /* c\n' }],
  ['no text of a side', { old: null, now: 'a\nb /* c\nD */ e\nf "g"\n' }],
])('%s is not the file of the diff', (_, whole) => {
  expect(codesOf(whole)).toBeNull();
});

test('a reader that gives up is no answer, and a diff without line numbers has no place', () => {
  expect(wholeCodes(file, { old: 'a\nb /* c\nd */ e\nf "g"\n', now: 'a\nb /* c\nD */ e\nf "g"\n' }, () => null)).toBeNull();
  const [bare] = parseDiff('diff --git a/a.js b/a.js\n+D */ e\n').files;
  if (bare === undefined) throw new Error('no file');
  expect(wholeCodes(bare, { old: '', now: 'D */ e\n' }, spans)).toBeNull();
});
