import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Exit } from '../../model/index.js';
import { openTranscript } from './transcript.js';

const read = (text: string, chunk = text.length) => {
  const reader = openTranscript();
  for (let at = 0; at < text.length; at += chunk) reader.write(text.slice(at, at + chunk));
  return reader.close();
};
const exit = (fields: Partial<Exit>): Exit => ({ code: null, signal: null, timedOut: false, durationMs: null, ...fields });

describe('the status of a run', () => {
  test.each([
    ['right after the command', '$ make\nexit code 2\nstdout:\nx', exit({ code: 2 })],
    ['as the last line', '$ make\nbuilding\nexit code 0\n\n', exit({ code: 0 })],
    ['a signal', '$ make\nbuilding\nterminated by signal SIGKILL\n', exit({ signal: 'SIGKILL' })],
    ['a failure with a signal', '$ make\nverification failed: exit code null signal SIGTERM\n', exit({ signal: 'SIGTERM' })],
    ['a timeout', '$ make\nverification failed: timed out after 600000ms', exit({ timedOut: true, durationMs: 600000 })],
    ['coloured', '$ make\n\u001B[31mexit code 3\u001B[39m\n', exit({ code: 3 })],
    ['in the middle: output', '$ make\nexit code 0 is what we want\nexit code 0\nand more', null],
    ['at both places, red at the end', '$ make\nexit code 0\nmake: failed\nexit code 2\n', exit({ code: 2 })],
    ['at both places, red at the start', '$ make\nexit code 2\nstdout:\nexit code 0\n', exit({ code: 2 })],
    ['a failure with the status of a success', '$ make\nverification failed: exit code 0\n', exit({ code: 1 })],
    ['in another form: output', '$ make\nwent well\nExit code: 0', null],
  ])('%s', (_, text, expected) => {
    const [run] = read(text);
    expect(run?.command).toBe('make');
    expect(run?.exit).toEqual(expected);
  });
});

test('each `$ command` begins a run, and text before the first belongs to none', () => {
  const runs = read('hello\n$ a --b\nexit code 0\n$ c\nout\nexit code 1\n');
  expect(runs.map(({ command, exit: end }) => [command, end?.code ?? null])).toEqual([[null, null], ['a --b', 0], ['c', 1]]);
});

test('a blank text has no run', () => {
  expect(read('')).toEqual([]);
  expect(read('\n \n\n')).toEqual([]);
});

test('chunks of any size give the same runs', () => {
  const text = '\u001B[1mx\u001B[0m\r\n$ pnpm test\nexit code 0\nstdout:\n5 passed\n\n$ y\nError: no\nexit code 1';
  for (const size of [1, 2, 3, 7, 20]) expect(read(text, size)).toEqual(read(text));
});

// A long chunk is looked through for marks at once where nobody owns its lines, a short one line by line.
test('what real tools print is read the same, however long the chunks are', () => {
  const logs = path.resolve(import.meta.dirname, '../../../../../fixtures/logs');
  const texts = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.log')).sort().map((name) => readFileSync(path.join(logs, name), 'utf8'));
  expect(texts.length).toBeGreaterThan(1000);
  // Logs of one tool stand side by side in the list, and far from each other here.
  const text = texts.map((_, at) => texts[(at * 17) % texts.length] ?? '').join('\n');
  const expected = read(text, 997);
  expect(read(text, 65_536)).toEqual(expected);
  expect(read(text)).toEqual(expected);
});
