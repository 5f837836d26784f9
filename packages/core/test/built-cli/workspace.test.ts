import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, lay, repositoryWith, verifier } from './built.js';
import { TASK, verdictOf } from './samples.js';

const PROJECT = {
  'package.json': '{"name":"durations","type":"module","scripts":{"test":"node --test"}}\n',
  'src/minutes.js': 'const MINUTES = { m: 1, h: 60 };\n\nexport const minutes = (amount, unit) => amount * MINUTES[unit];\n',
  'test/minutes.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minutes } from '../src/minutes.js';

test('throws no Error: an hour has 60 minutes', () => {
  assert.equal(minutes(1, 'h'), 60);
});

test('a day has 24 hours', () => {
  assert.equal(minutes(1, 'd'), 1440);
});
`,
};
const withDays = (minutes: number) => ({ 'src/minutes.js': PROJECT['src/minutes.js'].replace('h: 60', `h: 60, d: ${minutes}`) });
const check = (cwd: string, ...args: string[]) => verifier(['check', '--intent', TASK, ...args], { cwd });

describe('a workspace', () => {
  test('red suite: blocked; the same bytes again but for ids and times', () => {
    const cwd = repositoryWith(PROJECT);
    lay(cwd, withDays(720));
    const ended = check(cwd);
    const verdict = verdictOf(ended);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(verdict).toMatchObject({ verdict: 'block_pr', final_verdict: 'not_mergeable', evidence_grade: 'executed', risk: 'high' });
    expect(verdict.conditions).not.toEqual([]);
    expect(verdict.run).toMatchObject({ base_ref: 'main', changed_files: ['src/minutes.js'] });
    expect(verdict.run?.verify_commands).toMatchObject([{ command: 'npm run test', exit_code: 1, signal: null }]);
    const again = verdictOf(check(cwd));
    expect(again.must_fix.map(({ message }) => message)).toEqual(verdict.must_fix.map(({ message }) => message));
    expect(again.summary).toBe(verdict.summary);
  });

  test('green suite: mergeable, whether the change is committed, staged or untracked', () => {
    const cwd = repositoryWith(PROJECT);
    lay(cwd, { ...withDays(1440), 'notes/new.txt': 'untracked\n' });
    const verdict = verdictOf(check(cwd));
    expect(verdict).toMatchObject({ verdict: 'open_pr', final_verdict: 'mergeable', conditions: [], must_fix: [], should_fix: [] });
    expect(verdict.run?.changed_files).toEqual(['notes/new.txt', 'src/minutes.js']);
    git(cwd, 'add', '--all');
    expect(verdictOf(check(cwd)).run?.changed_files).toEqual(['notes/new.txt', 'src/minutes.js']);
    git(cwd, 'commit', '--quiet', '--message', 'days');
    expect(verdictOf(check(cwd)).run?.changed_files).toEqual(['notes/new.txt', 'src/minutes.js']);
  });

  test('from a folder below: commands run there, the diff is that of the repository', () => {
    const cwd = repositoryWith(PROJECT);
    lay(cwd, withDays(1440));
    mkdirSync(path.join(cwd, 'sub'));
    const verdict = verdictOf(check(path.join(cwd, 'sub'), '--verify-command', 'test "$(basename "$PWD")" = sub'));
    expect(verdict.run?.changed_files).toEqual(['src/minutes.js']);
    expect(verdict.run?.verify_commands).toMatchObject([{ exit_code: 0 }]);
  });

  test('a command that hangs is ended and blocks', () => {
    const cwd = repositoryWith(PROJECT);
    lay(cwd, withDays(1440));
    const verdict = verdictOf(check(cwd, '--verify-command', 'sleep 600', '--verify-timeout-ms', '300'));
    expect(verdict.verdict).toBe('block_pr');
    expect(verdict.run?.verify_commands).toMatchObject([{ timed_out: true, timeout_ms: 300 }]);
  });

  test('a timeout beyond 2^31 does not end a command at once', () => {
    const cwd = repositoryWith(PROJECT);
    lay(cwd, withDays(1440));
    expect(verdictOf(check(cwd, '--verify-timeout-ms', '4294967296')).verdict).toBe('open_pr');
  });

  test('without a command there is nothing that shows that it works', () => {
    const cwd = repositoryWith({ 'a.txt': 'a\n' });
    lay(cwd, { 'a.txt': 'b\n' });
    expect(verdictOf(check(cwd))).toMatchObject({ verdict: 'needs_context', final_verdict: 'conditional', evidence_grade: 'reported' });
  });

  test('without a change there is nothing to judge', () => {
    expect(verdictOf(check(repositoryWith(PROJECT), '--verify-command', 'node --version'))).toMatchObject({ verdict: 'needs_context', final_verdict: 'inconclusive' });
  });
});

describe('what it leaves behind', () => {
  const cwd = repositoryWith(PROJECT);
  lay(cwd, withDays(720));
  const ended = check(cwd, '--builder-report', 'Done.');
  const verdict = verdictOf(ended);
  const folder = verdict.run?.artifacts_dir ?? '';
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');

  test('all files, for the owner only, the verdict as printed', () => {
    expect(path.relative(cwd, folder).replaceAll('\\', '/')).toBe(`.verifier/runs/${verdict.run?.id}`);
    expect(readdirSync(folder).sort()).toEqual(['builder-report.md', 'diff.patch', 'findings.json', 'intent.txt', 'report.md', 'verdict.json', 'verify-logs.txt']);
    for (const file of readdirSync(folder)) expect(statSync(path.join(folder, file)).mode & 0o777, file).toBe(0o600);
    expect(JSON.parse(text('verdict.json'))).toEqual(verdict);
    expect(text('intent.txt')).toContain(TASK);
    expect(text('diff.patch')).toContain('+const MINUTES = { m: 1, h: 60, d: 720 };');
    expect(text('verify-logs.txt')).toContain('a day has 24 hours');
    expect(text('builder-report.md')).toContain('Done.');
  });

  test('the list of evidence leads to the files', () => {
    expect(verdict.evidence?.map(({ id, path: file }) => [id, file])).toEqual([
      ['E-1', 'intent.txt'], ['E-2', 'diff.patch'], ['E-3', 'verify-logs.txt'], ['E-4', 'builder-report.md'], ['E-5', 'report.md'], ['E-6', 'verdict.json'],
    ]);
  });

  test('it is no part of the change and invisible to git', () => {
    expect(git(cwd, 'status', '--porcelain')).toBe(' M src/minutes.js\n');
    expect(verdictOf(check(cwd)).run?.changed_files).toEqual(['src/minutes.js']);
  });
});

describe('configuration', () => {
  const config = (value: object) => ({ 'verifier.config.json': `${JSON.stringify(value)}\n` });

  test('what stands at the base decides, whatever the change says', () => {
    const cwd = repositoryWith({ ...PROJECT, ...config({ verifyCommands: ['node --test'] }) });
    lay(cwd, { ...withDays(720), ...config({ verifyCommands: ['true'] }) });
    const verdict = verdictOf(check(cwd));
    expect(verdict.run?.verify_commands).toMatchObject([{ command: 'node --test', exit_code: 1 }]);
    expect(verdict.verdict).toBe('block_pr');
  });

  test('the command line wins over it', () => {
    const cwd = repositoryWith({ ...PROJECT, ...config({ verifyCommands: ['false'], failOn: 'conditional' }) });
    lay(cwd, withDays(1440));
    const ended = check(cwd, '--verify-command', 'node --test');
    expect([ended.code, verdictOf(ended).verdict]).toEqual([0, 'open_pr']);
    expect(check(cwd).code).toBe(1);
  });

  test('--fail-on in a workspace', () => {
    const cwd = repositoryWith(PROJECT);
    lay(cwd, withDays(720));
    expect([check(cwd, '--fail-on', 'not_mergeable').code, check(cwd).code]).toEqual([1, 0]);
  });

  test('--output-dir', () => {
    const cwd = repositoryWith(PROJECT);
    lay(cwd, withDays(1440));
    const verdict = verdictOf(check(cwd, '--output-dir', 'out/run'));
    expect(verdict.run?.artifacts_dir).toBe(path.join(verdict.run?.workspace ?? '', 'out/run'));
    expect(readdirSync(path.join(cwd, 'out/run'))).toContain('verdict.json');
  });
});
