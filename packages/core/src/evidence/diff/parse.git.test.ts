import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDiff } from './index.js';

// Lines that look like something else in a diff.
const LINES = ['-- x', '++ y', '++ b/f.txt', '-- a/f.txt', 'diff --git a/b c', '@@ -1 +1 @@', '--- a/x', '+++ b/x', '\\ No newline at end of file', '', '\r', 'a\rb', 'foo\r', ' ', '-', '+', '- ', 'index abc..def 100644', 'Binary files a/x and b/x differ', '-- ', '--', '++', '+++n; x', '--- ', '+++ ', '\u001B[31mred', 'é', 'rename from a', 'GIT binary patch', 'new file mode 100644', 'Only in a: b', 'Index: x', '@@', '@@@ -1 -1 +1 @@@', `From ${'0'.repeat(40)} Mon`, `commit ${'0'.repeat(40)}`];
const NAMES = ['f.txt', 'a b.txt', 'ä.ts', 't\tab.txt', 'q"uote.txt', 'back\\slash.txt', 'b/x.ts', 'a/y.ts', 'dev/null', 'w/i.js', 'sp ace/b c.txt', ' lead.txt', 'new\nline.txt', 'x b/y.txt', '-dash.txt'];
const WAYS = [['-U3'], ['-U0'], ['--no-prefix', '-M'], ['--src-prefix=i/', '--dst-prefix=w/'], ['-M', '-C'], ['-U20', '--binary'], ['-R', '-M'], ['--color=always'], ['--full-index', '-B']];

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'diff-'));
  const random = randomOf(7);
  git('init', '-q');
  const texts = new Map(NAMES.map((name) => [name, name === '-dash.txt' ? '\0\n' : textOf(random)] as const));
  for (const [name, text] of texts) if (random(5) > 0) put(name, text);
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first');
  for (const [name, text] of texts) change(name, text, random);
  git('add', '-A');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe.each(WAYS)('git diff %s %s', (...way) => {
  const options = way.filter((one) => typeof one === 'string');
  test('every file and every changed line is accounted for', () => {
    const model = parseDiff(git('diff', '--cached', ...options));
    const counts = model.files.map((file) => {
      const lines = file.hunks.flatMap((hunk) => hunk.lines);
      return [lines.filter((line) => line.side === 'added').length, lines.filter((line) => line.side === 'removed').length, file.path, file.oldPath];
    });
    expect(counts.sort()).toEqual(numstat(options).sort());
    expect(counts.length).toBeGreaterThan(5);
    expect(model.complete).toBe(true);
    expect(model.files.filter((file) => file.cut)).toEqual([]);
  });
});

function numstat(options: readonly string[]): unknown[] {
  const parts = git('diff', '--cached', '--numstat', '-z', ...options.filter((one) => !/^-U|prefix|binary|color|full/.test(one))).split('\0');
  const files: unknown[] = [];
  for (let at = 0; at < parts.length - 1; at += 1) {
    const [added, removed, ...rest] = (parts[at] ?? '').split('\t');
    const counts = [Number(added) || 0, Number(removed) || 0];
    const name = rest.join('\t');
    if (name !== '') files.push([...counts, name, null]);
    else files.push([...counts, parts[at + 2], parts[at + 1] === parts[at + 2] ? null : parts[at + 1]]);
    if (name === '') at += 2;
  }
  return files;
}

function change(name: string, text: string, random: (below: number) => number): void {
  const what = random(7);
  if (what === 0) rmSync(path.join(dir, name), { force: true });
  else if (what === 1) chmodSync(putIn(name, text), 0o755);
  else if (what === 2) renameSync(putIn(name, text), path.join(dir, `renamed ${path.basename(name)}`));
  else put(name, text.split('\n').flatMap((line) => (random(5) === 0 ? [LINES[random(LINES.length)] ?? '', line] : random(6) === 0 ? [] : [line])).join('\n'));
}

function put(name: string, text: string): void {
  writeFileSync(putIn(name, text), text);
}

function putIn(name: string, text: string): string {
  const file = path.join(dir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: 'a' });
  return file;
}

function textOf(random: (below: number) => number): string {
  return Array.from({ length: 20 }, () => `${LINES[random(LINES.length)]}\n`).join('');
}

/** The same numbers on every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: dir, encoding: 'utf8', maxBuffer: 1 << 26, env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' } });
}
