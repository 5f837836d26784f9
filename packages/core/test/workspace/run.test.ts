import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommandRun, runCommand } from '../../src/gather/run/index.js';
import { Capture } from '../../src/gather/run/capture.js';
import { startTimer } from '../../src/gather/run/long-timer.js';
import { living } from './living.js';
import { folder, put } from './repo.js';

const same = (text: string) => text;

async function run(command: string, { timeoutMs = 30_000, cwd = folder(), signal }: { timeoutMs?: number; cwd?: string; signal?: AbortSignal } = {}): Promise<CommandRun & { text: string; out: string; err: string }> {
  const chunks: string[] = [];
  const done = await runCommand(command, { cwd, env: process.env, timeoutMs, ...(signal === undefined ? {} : { signal }) }, { write: (text) => { chunks.push(text); } });
  return { ...done, text: chunks.join(''), out: done.stdout.text(same), err: done.stderr.text(same) };
}

describe('how it ended', () => {
  test('status, output and folder; no stdin', async () => {
    const cwd = folder();
    put(cwd, { 'here.txt': '' });
    const { exit, out, err, text } = await run('ls; echo oops >&2; cat; exit 3', { cwd });
    expect(exit).toMatchObject({ code: 3, signal: null, timedOut: false });
    expect([out, err]).toEqual(['here.txt\n', 'oops\n']);
    expect(text.split('\n').sort()).toEqual(['', 'here.txt', 'oops']);
  });

  test.each([['definitely-not-a-command', 127], ['./not-executable', 126]])('%s could not start: %i', async (command, code) => {
    const cwd = folder();
    put(cwd, { 'not-executable': 'x' });
    expect((await run(command, { cwd })).exit.code).toBe(code);
  });

  test('a command that no shell can take, and a folder that is gone', async () => {
    const nul = await run('a\0b');
    expect([nul.exit.code, nul.text.startsWith('could not start: ')]).toEqual([127, true]);
    const gone = await run('true', { cwd: path.join(folder(), 'gone') });
    expect([gone.exit.code, gone.err.startsWith('could not start: ')]).toEqual([127, true]);
  });

  test('a signal', async () => {
    expect((await run('kill -SEGV $$')).exit).toMatchObject({ code: null, signal: 'SIGSEGV', timedOut: false });
  });
});

describe.runIf(process.platform === 'linux')('nothing is left behind', () => {
  test.each([
    ['a child of its own session', 'setsid sleep 3331 & sleep 3331', '3331'],
    ['one that lost its parents', '(setsid sh -c "sleep 3332 & sleep 3332" &) ; sleep 3332', '3332'],
    ['one that ignores TERM', 'trap "" TERM; sleep 3333; sleep 3333', '3333'],
    ['nohup', 'nohup sleep 3334 >/dev/null 2>&1 & sleep 3334', '3334'],
    ['one with nothing of ours in its environment', 'env -i setsid sleep 3341 & sleep 3341', '3341'],
    ['one that kept nothing but its parents', 'bash -c "exec 50<&-; env -i setsid sh -c \\"sleep 3342; :\\" </dev/null >/dev/null 2>&1; :" & sleep 3342', '3342'],
    ['many', 'i=0; while [ $i -lt 100 ]; do setsid sleep 3335 & i=$((i+1)); done; wait', '3335'],
  ])('at the timeout: %s', async (_, command, word) => {
    const { exit } = await run(command, { timeoutMs: 400 });
    expect(exit.timedOut).toBe(true);
    expect(living(`sleep ${word}`)).toEqual([]);
  });

  test('after the end: a background child that holds the pipes, or that does not', async () => {
    const { exit, out } = await run('sleep 3336 & setsid sleep 3336 >/dev/null 2>&1 </dev/null & echo done');
    expect([exit.code, exit.timedOut, out]).toEqual([0, false, 'done\n']);
    expect(living('sleep 3336')).toEqual([]);
  });

  test.each([
    ['with the pipes', 'env -i setsid sleep 3343 & echo done', '3343'],
    ['without them', '(env -i setsid sleep 3344 >/dev/null 2>&1 </dev/null &); echo done', '3344'],
    ['its children too', 'env -i PATH="$PATH" setsid sh -c "bash -c \\"exec 50<&-; sleep 3345; :\\"; :" >/dev/null 2>&1 </dev/null & sleep 0.3; echo done', '3345'],
  ])('after the end: a child with a clean environment, %s', async (_, command, word) => {
    const { exit, out } = await run(command);
    expect([exit.code, exit.timedOut, out]).toEqual([0, false, 'done\n']);
    expect(living(`sleep ${word}`)).toEqual([]);
  });

  test('at an interrupt, also one that came before', async () => {
    const controller = new AbortController();
    const running = run('sleep 3337', { signal: controller.signal });
    controller.abort();
    expect((await running).exit.signal).toBe('SIGTERM');
    expect((await run('sleep 3337', { signal: controller.signal })).exit.signal).toBe('SIGTERM');
    expect(living('sleep 3337')).toEqual([]);
  });

  test('a verifier inside the command keeps its mark, and the outer one still ends all', async () => {
    const { out } = await run('echo "$VERIFIER_RUN_MARK"');
    process.env['VERIFIER_RUN_MARK'] = 'outer';
    try {
      expect((await run('echo "$VERIFIER_RUN_MARK"')).out).toMatch(/^outer \d+\.\w+\n$/);
    } finally {
      delete process.env['VERIFIER_RUN_MARK'];
    }
    expect(out).toMatch(/^\d+\.\w+\n$/);
  });
});

describe('output', () => {
  test('each stream is handed on in whole lines, invalid bytes as U+FFFD', async () => {
    const { text } = await run(String.raw`printf 'a\303'; printf 'x\n' >&2; sleep 0.2; printf '\251b\nbad \377\n'; printf 'no end'`);
    expect(text).toContain('aéb\n');
    expect(text).toContain('x\n');
    expect(text).toContain('bad \uFFFD\nno end');
  });

  test('a long stream keeps its first and last 32 KiB', async () => {
    const { out, text } = await run('i=0; while [ $i -lt 20000 ]; do echo "line $i"; i=$((i+1)); done');
    const total = Buffer.byteLength(text);
    const mark = /\n\[stdout truncated: omitted (\d+) bytes; showing first (\d+) and last (\d+) bytes\]\n/.exec(out);
    expect(mark?.slice(1).map(Number)).toEqual([total - 65536, 32768, 32768]);
    expect(out.startsWith('line 0\nline 1\n')).toBe(true);
    expect(out.endsWith('line 19999\n')).toBe(true);
  });
});

describe('the capture', () => {
  const filled = (bytes: Buffer, step: number) => {
    const capture = new Capture('stderr');
    for (let at = 0; at < bytes.length; at += step) capture.write(bytes.subarray(at, at + step));
    return capture;
  };
  const numbered = (size: number) => Buffer.from(Array.from({ length: Math.ceil(size / 8) + 1 }, (_, at) => String(at).padStart(7, '0')).join(' ')).subarray(0, size);

  test.each([0, 1, 65536, 65537, 98304, 98305, 150_000, 196_608, 196_609, 300_000, 1_000_000])('%i bytes, whatever the size of the pieces', (size) => {
    const bytes = numbered(size);
    const expected = size <= 65536 ? bytes.toString() : `${bytes.subarray(0, 32768).toString()}\n[stderr truncated: omitted ${size - 65536} bytes; showing first 32768 and last 32768 bytes]\n${bytes.subarray(size - 32768).toString()}`;
    for (const step of [1000, 65536, 98304, 2_000_000]) expect(filled(bytes, step).text(same) === expected, `in pieces of ${step}`).toBe(true);
  });

  test('cuts lie between characters', () => {
    const text = filled(Buffer.from(`a${'登'.repeat(100_000)}`), 5000).text(same);
    expect(text).not.toContain('\uFFFD');
    expect(text).toContain('showing first 32767 and last 32766 bytes');
  });

  test('a secret across a cut is hidden before it is cut', () => {
    const secret = 'S'.repeat(1000);
    const bytes = Buffer.from(`${'a'.repeat(32768 - 500)}${secret}${'b'.repeat(200_000)}${secret}${'c'.repeat(32768 - 500)}`);
    expect(filled(bytes, 65536).text((text) => text.replaceAll(secret, '[REDACTED]'))).not.toContain('SS');
  });
});

test('a timer of any length waits', () => {
  let fired = false;
  const stop = startTimer(2 ** 40, () => { fired = true; });
  stop();
  expect(fired).toBe(false);
});

test('a timeout beyond 2^31 ms does not fire at once', async () => {
  expect((await run('sleep 0.3; echo done', { timeoutMs: 2 ** 33 })).exit).toMatchObject({ code: 0, timedOut: false });
});

test('a lot of output stays out of memory', async () => {
  let seen = 0;
  await runCommand('head -c 200000000 /dev/zero | tr "\\0" "y"', { cwd: folder(), env: process.env, timeoutMs: 120_000 }, { write: (text) => { seen += text.length; } });
  expect(seen).toBe(200_000_000);
  const peak = /VmHWM:\s+(\d+) kB/.exec(process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '')?.[1] ?? '0';
  expect(Number(peak)).toBeLessThan(600_000);
});
