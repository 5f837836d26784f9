import { describe, expect, test } from 'vitest';
import { folderWith, verifier } from './built.js';
import { DIFF, GREEN, RED, REPORT, TASK, verdictOf } from './samples.js';

const files = (log: string) => {
  const cwd = folderWith({ 'task.md': TASK, 'change.patch': DIFF, 'verify.log': log, 'report.md': REPORT });
  return { cwd, args: ['--task-file', 'task.md', '--diff-file', 'change.patch', '--verify-logs-file', 'verify.log', '--builder-report-file', 'report.md'] };
};
const inline = (log: string) => ['--task', TASK, '--diff', DIFF, '--verify-logs', log, '--builder-report', REPORT];

describe('check with texts', () => {
  test('from files: green is open', () => {
    const { cwd, args } = files(GREEN);
    const verdict = verdictOf(verifier(['check', ...args], { cwd }));
    expect(verdict).toMatchObject({ verdict: 'open_pr', evidence_grade: 'reported', confidence: 82, risk: 'low', must_fix: [], should_fix: [] });
    expect(verdict).not.toHaveProperty('run');
    expect(verdict).not.toHaveProperty('final_verdict');
  });

  test('inline: red blocks, names the test and still exits 0', () => {
    const ended = verifier(['check', ...inline(RED)]);
    const verdict = verdictOf(ended);
    expect([ended.code, ended.stderr, verdict.verdict, verdict.risk]).toEqual([0, '', 'block_pr', 'high']);
    expect(verdict.must_fix).toHaveLength(1);
    expect(verdict.must_fix[0]?.message).toMatch(/a day has 24 hours.*\[verification\/failed\]$/);
  });

  test('files and inline values, check, verdict and bare options: the same bytes', () => {
    const { cwd, args } = files(RED);
    const said = [['check', ...args], ['check', ...inline(RED)], ['verdict', ...args], args, ['check', ...args]].map((words) => verifier(words, { cwd }).stdout);
    expect(new Set(said).size).toBe(1);
  });

  test('nothing at all asks for context', () => {
    const verdict = verdictOf(verifier(['check', '--task', '', '--diff', '', '--verify-logs', '']));
    expect(verdict.verdict).toBe('needs_context');
    expect(verdict.confidence).toBeLessThanOrEqual(20);
  });

  test('a diff that begins with dashes is a value', () => {
    const verdict = verdictOf(verifier(['check', '--task', TASK, '--diff', DIFF.slice(DIFF.indexOf('--- ')), '--verify-logs', GREEN]));
    expect(verdict.verdict).toBe('open_pr');
  });
});

describe('the log', () => {
  const coloured = (log: string) => log.replaceAll('✓', '\u001b[32m✓\u001b[39m').replaceAll('×', '\u001b[31m×\u001b[39m').replace(/(\d+ (?:passed|failed))/g, '\u001b[1m\u001b[31m$1\u001b[39m\u001b[22m');

  test.each([['green', GREEN, 'open_pr'], ['red', RED, 'block_pr']])('%s: colours, CRLF and both change nothing', (_, log, verdict) => {
    const plain = verifier(['check', ...inline(log)]).stdout;
    expect(verdictOf({ code: 0, stdout: plain, stderr: '' }).verdict).toBe(verdict);
    for (const carried of [coloured(log), log.replaceAll('\n', '\r\n'), coloured(log).replaceAll('\n', '\r\n')]) {
      expect(verifier(['check', ...inline(carried)]).stdout).toBe(plain);
    }
  });

  test('bytes that are no text are read and never break the JSON', () => {
    const cwd = folderWith({ 'task.md': TASK, 'change.patch': `${DIFF}\u0000\u0000`, 'verify.log': `\u0000\ufffd${RED}` });
    expect(verdictOf(verifier(['check', '--task-file', 'task.md', '--diff-file', 'change.patch', '--verify-logs-file', 'verify.log'], { cwd })).verdict).toBe('block_pr');
  });
});

describe('formats', () => {
  test('--pretty is the same data, indented', () => {
    const words = ['check', ...inline(RED)];
    const pretty = verifier([...words, '--pretty']).stdout;
    expect(JSON.parse(pretty)).toEqual(JSON.parse(verifier(words).stdout));
    expect(pretty.split('\n').length).toBeGreaterThan(5);
  });

  test.each([['text', /Blocked/i], ['markdown', /^#/m]])('%s names verdict and test', (format, head) => {
    const { code, stdout } = verifier(['check', ...inline(RED), '--format', format]);
    expect(code).toBe(0);
    expect(stdout).toMatch(head);
    expect(stdout).toContain('a day has 24 hours');
    expect(stdout).not.toContain('\u001b');
  });

  test('--json and --markdown are aliases', () => {
    const words = ['check', ...inline(GREEN)];
    expect(verifier([...words, '--json']).stdout).toBe(verifier([...words, '--format', 'json']).stdout);
    expect(verifier([...words, '--markdown']).stdout).toBe(verifier([...words, '--format', 'markdown']).stdout);
  });
});

describe('--fail-on', () => {
  const KINDS = ['mergeable', 'conditional', 'inconclusive', 'not_mergeable'];
  test.each([
    ['open', inline(GREEN), []],
    ['blocked', inline(RED), KINDS],
    ['no diff: inconclusive', ['--task', TASK, '--diff', '', '--verify-logs', GREEN], ['mergeable', 'conditional', 'inconclusive']],
    ['no logs: conditional', ['--task', TASK, '--diff', DIFF], ['mergeable', 'conditional']],
  ])('%s', (_, args, failing) => {
    expect(KINDS.filter((kind) => verifier(['check', ...args, '--fail-on', kind]).code === 1)).toEqual(failing);
  });

  test('the verdict is printed all the same', () => {
    const ended = verifier(['check', ...inline(RED), '--fail-on', 'not_mergeable']);
    expect([ended.code, verdictOf(ended).verdict]).toEqual([1, 'block_pr']);
  });
});
