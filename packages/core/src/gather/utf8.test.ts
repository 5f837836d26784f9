import { expect, test } from 'vitest';
import { openUtf8 } from './utf8.js';

const decoded = (bytes: Buffer, size: number): string => {
  const decoder = openUtf8();
  let text = '';
  for (let at = 0; at < bytes.length; at += size) text += decoder.write(bytes.subarray(at, at + size));
  return text + decoder.end();
};

const LINES = `${'plain line\n'.repeat(7000)}\uFEFF ✓ größe 登録 😀\n${'✓ a test\n'.repeat(9000)}${'z'.repeat(70_000)}é`;

test.each([1, 3, 7, 64 * 1024, 40_000])('pieces of %i bytes give the text that was written', (size) => {
  const short = size < 10 ? LINES.slice(76_990, 77_200) : LINES;
  expect(decoded(Buffer.from(short), size)).toBe(short);
});

test.each([[Buffer.from([0x61, 0xff, 0x62])], [Buffer.from([0xe2, 0x9c])], [Buffer.concat([Buffer.alloc(40_000, 0x61), Buffer.from([0xe2, 0x9c])])], [Buffer.concat([Buffer.from([0xc3]), Buffer.alloc(40_000, 0x61)])]])('invalid bytes are marked, whatever the pieces are', (bytes) => {
  for (const size of [1, 2, 33_000, 80_000]) expect(decoded(bytes, size)).toBe(bytes.toString());
});
