import { describe, expect, test } from 'vitest';
import { Frames } from './frames.js';

const read = (lines: readonly string[]) => {
  const frames = new Frames();
  return lines.map((line) => frames.without(line));
};
const STAMP = '2024-05-01T10:00:00.0000000Z';

describe('frames', () => {
  test('jobs of `gh run view --log`: job and step go, the stamp is left to the carriers; the first may bear a BOM', () => {
    const frames = new Frames();
    const lines = [`test (20, ubuntu)\tRun npm test\t\uFEFF${STAMP} a`, `lint\tUNKNOWN STEP\t${STAMP} b`, `lint\tx\t${STAMP} `, 'c\td\te'];
    expect(lines.map((line) => [frames.without(line), frames.owner])).toEqual([
      [`${STAMP} a`, 'test (20, ubuntu)\tRun npm test'],
      [`${STAMP} b`, 'lint\tUNKNOWN STEP'],
      [`${STAMP} `, 'lint\tx'],
      ['c\td\te', ''],
    ]);
  });

  test.each([
    ['syslog', 'May  1 10:00:00 ci make[12]: all: ok', 'all: ok'],
    ['json-file', '{"log":"5 passed\\n","stream":"stdout","time":"2024-05-01T10:00:00Z"}', '5 passed'],
    ['a stamped message', '{"time":"2024-05-01T10:00:00Z","message":"5 passed"}', '5 passed'],
    ['no-break blanks', '\u00A0 \u00A0 ✓ a', '    ✓ a'],
  ])('%s', (_, line, text) => {
    expect(read([line])).toEqual([text]);
  });

  test.each([
    ['more than a message', '{"time":1,"level":"error","message":"5 passed"}'],
    ['two messages', '{"log":"a","message":"b","time":1}'],
    ['a message alone', '{"message":"5 passed"}'],
    ['lines in a line', '{"log":"5 passed\\nError: no\\n","stream":"stdout"}'],
    ['go test -json', '{"Time":"2024-05-01T10:00:00Z","Action":"output","Output":"x"}'],
    ['JSON that is cut', '{"log":"5 passed\\n","stream":'],
  ])('%s is no frame', (_, line) => {
    expect(read([line])).toEqual([line]);
  });

  test('`cat -n`: as long as each number follows the last', () => {
    expect(read(['     1\ta', '     2\t', '     3\tb'])).toEqual(['a', '', 'b']);
    expect(read(['     1\ta', '     7\tb', '     3\tc'])).toEqual(['a', '     7\tb', '     3\tc']);
    expect(read(['a', '     2\tb'])).toEqual(['a', '     2\tb']);
  });
});
