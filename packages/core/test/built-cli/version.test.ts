import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { CORE, verifier } from './built.js';

const { version } = JSON.parse(readFileSync(path.join(CORE, 'package.json'), 'utf8')) as { version: string };

test.each(['--version', '-v'])('%s says the version of the package', (flag) => {
  expect(verifier([flag])).toEqual({ code: 0, stdout: `verifier ${version}\n`, stderr: '' });
});

test('--version --json is one line of JSON', () => {
  const { code, stdout, stderr } = verifier(['--version', '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ version });
});

test.each(['--help', '-h'])('%s explains every option on stdout', (flag) => {
  const { code, stdout, stderr } = verifier([flag]);
  expect([code, stderr]).toEqual([0, '']);
  for (const option of ['--task', '--intent', '--diff-file', '--verify-logs-file', '--builder-report-file', '--base', '--workspace', '--config', '--verify-command', '--verify-timeout-ms', '--output-dir', '--compare-base', '--restore-tests', '--red-proof', '--stages', '--allow-llm', '--reuse-claims', '--format', '--pretty', '--fail-on']) {
    expect(stdout).toContain(option);
  }
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
});

test('without arguments: the help on stderr, exit 2', () => {
  const { code, stdout, stderr } = verifier([]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('verifier check');
});

test('V8 takes the compiled form back that the build left, so a start compiles nothing', () => {
  const file = (name: string) => path.join(CORE, 'dist', name);
  const script = new Script(readFileSync(file('program.js'), 'latin1'), { filename: file('program.js'), cachedData: readFileSync(file('program.cache')) });
  expect(script.cachedDataRejected).toBe(false);
});
