import { expect, test } from 'vitest';
import { findKeywords } from './keywords.js';

const found = (line: string, exact: string[], folded: string[] = []) => {
  const hits: number[] = [];
  findKeywords(exact, folded)(line, (id) => hits.push(id));
  return hits;
};

test('finds each keyword at each place, exact ones by case, folded ones in any', () => {
  expect(found('a Tests  and a FAILED test', ['Tests  ', 'tests'], ['fail'])).toEqual([0, 2]);
  expect(found('failfailFail', [], ['fail'])).toEqual([0, 0, 0]);
});

test('finds a keyword at either end, overlapping ones, and non-ASCII ones', () => {
  expect(found('abc', ['abc', 'bc '])).toEqual([0]);
  expect(found('xx abcd', ['abcd', 'bcd', 'cd'.padEnd(3)])).toEqual([0, 1]);
  expect(found('  ✖ 3 problems', ['✖ 3', 'ℹ t'])).toEqual([0]);
});

test('agrees with includes on every position of a made-up text', () => {
  const words = ['err', 'error', 'ror ', 'aaa', 'aab', '@[`', '✔ a'];
  const alphabet = ['e', 'r', 'o', ' ', 'a', 'b', '@', '[', '`', '✔', 'E'];
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  for (let round = 0; round < 300; round += 1) {
    const line = Array.from({ length: 40 }, () => alphabet[next() % alphabet.length] ?? '').join('');
    const expected = words.map((word, id) => (line.includes(word) ? id : -1)).filter((id) => id >= 0);
    expect([...new Set(found(line, words))].sort((a, b) => a - b)).toEqual(expected);
  }
});

test('finds the same in the first lines, keyword by keyword, and in later ones by its table', () => {
  const scan = findKeywords(['Tests  ', 'ests', 'aaa', 'ERR'], ['fail', 'err', 'aaa']);
  const lines = ['a Tests  and a FAILED tests', 'aaaaa', 'Error: ERR failFail', '\u212Aerr \u0130aaa', ''];
  const rounds = Array.from({ length: 40 }, () =>
    lines.map((line) => {
      const hits: number[] = [];
      scan(line, (id) => hits.push(id));
      return hits;
    }),
  );
  expect(rounds[0]).toEqual([[0, 1, 4, 1], [2, 6, 2, 6, 2, 6], [5, 3, 5, 4, 4], [5, 2, 6], []]);
  for (const round of rounds) expect(round).toEqual(rounds[0]);
});

test('the table finds every place, in order, of a made-up text', () => {
  const exact = ['err', 'error', 'ror ', 'aaa', 'aab', '@[`', '✔ a', ' ✓ ', 'エラー', 'abcdefg', 'AB'.padEnd(3)];
  const folded = ['fail', 'aab', '***', 'errors'];
  const words = [...exact, ...folded];
  const scan = findKeywords(exact, folded);
  const parts = ['e', 'r', 'o', ' ', 'a', 'b', '@', '[', '`', '✔', '✓', 'E', 'err', 'Fail', '*', 'エ', 'ラ', 'ー', 'abcdef', 'gA', 'AB '];
  let seed = 11;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  for (let round = 0; round < 2_000; round += 1) {
    const line = Array.from({ length: round % 40 }, () => parts[next() % parts.length] ?? '').join('');
    const expected = Array.from({ length: line.length }).flatMap((_, at) => words.map((word, id) => ((id < exact.length ? line : line.toLowerCase()).startsWith(word, at) ? id : -1)).filter((id) => id >= 0));
    const hits: number[] = [];
    scan(line, (id) => hits.push(id));
    expect(hits, line).toEqual(expected);
  }
});

test.each([1, 3, 7])('the pieces of long texts give what each gives alone (every %ith is asked for)', (every) => {
  const exact = ['err', 'error', 'Tests  ', ' ✓ ', 'abc', 'エラー', ' FAIL '];
  const folded = ['fail', 'tests'];
  const parts = ['e', 'r', 'o', ' ', 'a', 'b', 'c', 'err', 'Fail', 'FAIL', 'Tests', '  ', '✓', 'エラ', 'ー', 'é', 'Ů', '\n'];
  const [whole, alone] = [findKeywords(exact, folded), findKeywords(exact, folded)];
  let seed = 5;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  let hits = 0;
  for (let round = 0; round < 200; round += 1) {
    const text = Array.from({ length: 300 }, () => parts[next() % parts.length] ?? '').join('');
    for (let from = 0, count = 0; from < text.length; count += 1) {
      const to = from + (next() % 30);
      const [inside, here]: [number[], number[]] = [[], []];
      const asked = Math.min(to, text.length);
      // Also asked again from a place before, as a line is that has a prefix.
      const back = count % 5 === 0 ? Math.max(0, from - 4) : from;
      if (count % every === 0) {
        whole(text, (id) => inside.push(id), back, asked);
        alone(text.slice(back, asked), (id) => here.push(id));
        expect(inside, text.slice(back, asked)).toEqual(here);
        hits += here.length;
      }
      from = to + 1;
    }
  }
  expect(hits).toBeGreaterThan(200);
});

test('refuses a keyword that is too short to be found', () => {
  expect(() => findKeywords(['ab'], [])).toThrow('shorter than three');
});
