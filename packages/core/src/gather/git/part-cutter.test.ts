import { expect, test } from 'vitest';
import { PartCutter } from './part-cutter.js';

const cut = (body: string, file: number, size: number) => {
  const kept: Buffer[] = [];
  const cutter = new PartCutter({ file, total: 1_000_000 }, (piece) => kept.push(Buffer.from(piece)));
  cutter.open();
  cutter.write(Buffer.from('diff --git a/x b/x\n'));
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) cutter.write(bytes.subarray(at, at + size));
  const omitted = cutter.close();
  return { text: Buffer.concat(kept).toString('utf8'), omitted };
};

test.each([
  ['short lines', '+line of some length\n'.repeat(200), 1000],
  ['one endless line', '登'.repeat(20_000), 10_001],
  ['a long line behind short ones', `${'+a\n'.repeat(50)}+${'b'.repeat(30_000)}\n+c\n`, 9000],
  ['nothing to cut', '+a\n+b', 1000],
])('%s: the same in pieces of any size', (_, body, limit) => {
  const whole = cut(body, limit, body.length * 3);
  for (const size of [1, 7, 64, 1000, 4097]) expect(cut(body, limit, size)).toEqual(whole);
  expect(whole.text).not.toContain('\uFFFD');
});

test('short lines are cut before the one that crosses the limit', () => {
  const { text, omitted } = cut('+12345678\n'.repeat(10), 55, 1000);
  expect(text).toBe(`diff --git a/x b/x\n${'+12345678\n'.repeat(3)}\\ verifier: cut here, 70 bytes of this file's patch are left out\n`);
  expect(omitted).toBe(70);
});
