import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError, type FinalVerdict } from '../model/index.js';
import { exitCodeOf } from './exit-code.js';
import { modeOf } from './mode.js';
import { readOptions, type CheckOptions } from './options.js';

const options = (...args: string[]): CheckOptions => {
  const read = readOptions(args);
  if (typeof read === 'string') throw new Error(`asked for ${read}`);
  return read;
};

describe('options', () => {
  test('a value may begin with dashes', () => {
    expect(options('--diff', '--- a/x\n+++ b/x').diff).toBe('--- a/x\n+++ b/x');
    expect(options('--diff=--- a/x').diff).toBe('--- a/x');
    expect(options('--task', '-').task).toBe('-');
  });

  test('commands repeat, in order; intent is a task; formats have aliases', () => {
    expect(options('--verify-command', 'a', '--intent', 't', '--verify-command', 'b', '--markdown')).toEqual({ task: 't', verifyCommands: ['a', 'b'], format: 'markdown', pretty: false });
    expect(options('--json', '--pretty', '--verify-timeout-ms', '99999999999')).toEqual({ format: 'json', pretty: true, verifyTimeoutMs: 99_999_999_999 });
  });

  test('an option that is given counts, even empty', () => {
    expect(options('--task', '')).toEqual({ task: '', pretty: false });
  });

  test.each([
    [['--task', 'x', '--task-file', 'y'], '--task and --task-file give the same input'],
    [['--intent', 'x', '--task', 'y'], '--task and --intent give the same input'],
    [['--task', '--diff-file', 'x'], '--task needs a value, and --diff-file is an option'],
    [['--nope'], 'there is no option "--nope", see verifier --help'],
    [['--tsk', 'x'], 'there is no option "--tsk", did you mean --task? See verifier --help'],
    [['--task'], '--task needs a value'],
    [['extra'], '"extra" belongs to no option, see verifier --help'],
    [['--task', 'Add', 'a', 'coupon'], '"a" belongs to no option'],
    [['--fail-on', 'never'], '--fail-on must be one of mergeable, conditional, not_mergeable, inconclusive, got "never"'],
    [['--fail-on', `${'x'.repeat(100_000)}\n`], `got "${'x'.repeat(60)}…"`],
    [['--format', 'xml'], '--format must be one of json, markdown, text, got "xml"'],
    [['--json', '--markdown'], 'one format at a time'],
    [['--verify-timeout-ms', 'abc'], '--verify-timeout-ms must be a positive whole number of milliseconds, got "abc"'],
    [['--verify-timeout-ms', '0'], 'positive whole number'],
    [['--verify-timeout-ms', '1.5'], 'positive whole number'],
    [['--pr', '3'], '--pr is reserved'],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow(sentence);
    try {
      readOptions(args);
    } catch (error) {
      expect(String(error)).not.toContain('\n');
    }
  });

  test('help and version are asked for', () => {
    expect([readOptions(['--help']), readOptions(['-h']), readOptions(['--version'])]).toEqual(['help', 'help', 'version']);
  });
});

describe('mode', () => {
  const repository = mkdtempSync(path.join(tmpdir(), 'mode-'));
  mkdirSync(path.join(repository, '.git'));
  mkdirSync(path.join(repository, 'sub/folder'), { recursive: true });
  const outside = mkdtempSync(path.join(tmpdir(), 'mode-'));

  test.each([
    ['verdict', ['--task', 'x'], 'sub', 'direct'],
    ['none', ['--diff', 'x'], 'sub', 'direct'],
    ['check', ['--diff', 'x'], 'sub', 'direct'],
    ['check', ['--verify-logs', ''], 'sub', 'direct'],
    ['check', [], 'sub/folder', 'workspace'],
    ['check', ['--task', 'x'], '.', 'workspace'],
    ['check', ['--builder-report', 'x', '--fail-on', 'mergeable'], '.', 'workspace'],
  ] as const)('%s %j in %s is %s', (word, args, folder, mode) => {
    expect(modeOf(word, options(...args), path.join(repository, folder))).toBe(mode);
  });

  test('outside a repository: direct, unless an option asks for a workspace', () => {
    expect(modeOf('check', options('--task', 'x'), outside)).toBe('direct');
    expect(modeOf('check', options('--base', 'main'), outside)).toBe('workspace');
  });

  test('texts and workspace options cannot be combined', () => {
    expect(() => modeOf('check', options('--diff', 'x', '--base', 'main'), repository)).toThrow('--diff cannot be combined with --base');
    expect(() => modeOf('verdict', options('--base', 'main'), repository)).toThrow('cannot be combined');
  });
});

test.each([
  [undefined, []],
  ['mergeable', ['conditional', 'inconclusive', 'not_mergeable']],
  ['conditional', ['conditional', 'inconclusive', 'not_mergeable']],
  ['inconclusive', ['inconclusive', 'not_mergeable']],
  ['not_mergeable', ['not_mergeable']],
] as const)('--fail-on %s fails on %j', (failOn, failing) => {
  const all: readonly FinalVerdict[] = ['mergeable', 'conditional', 'inconclusive', 'not_mergeable'];
  expect(all.filter((final) => exitCodeOf(final, failOn) === 1)).toEqual(failing);
});
