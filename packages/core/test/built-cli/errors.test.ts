import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, repositoryWith, verifier } from './built.js';

/** One clear sentence on stderr, nothing on stdout, exit 2. */
function refused(args: readonly string[], says: RegExp, cwd?: string): void {
  const { code, stdout, stderr } = verifier(args, cwd === undefined ? {} : { cwd });
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^verifier: [^\n]+\n$/);
  expect(stderr).toMatch(says);
}

test.each<[string[], RegExp]>([
  [['judge'], /"judge", did you mean verifier check\?/],
  [['explian'], /"explian", did you mean verifier explain\?/],
  [['version'], /"version", did you mean verifier --version\?/],
  [['check', '--nope'], /--nope/],
  [['check', '--task', 'a', '--task-file', 'b'], /--task.*--task-file/],
  [['check', '--diff', 'a', '--diff-file', 'b'], /--diff.*--diff-file/],
  [['check', '--diff', 'a', '--base', 'main'], /cannot be combined/],
  [['check', '--verify-logs', 'a', '--verify-command', 'true'], /cannot be combined/],
  [['check', '--diff-file', 'not-there.patch'], /not-there\.patch/],
  [['check', '--diff-file', '.'], /./],
  [['check', '--format', 'xml', '--diff', 'a'], /xml/],
  [['check', '--fail-on', 'never', '--diff', 'a'], /never/],
  [['check', '--verify-timeout-ms', 'soon'], /verify-timeout-ms/],
  [['check', '--pr', '1'], /--pr/],
  [['check', '--stages', '9'], /--stages/],
  [['check', '--reuse-claims'], /--reuse-claims/],
  [['check', '--base', 'main'], /git/],
])('%j', (args, says) => {
  refused(args, says);
});

test.each<[string, Record<string, string>, string[], RegExp]>([
  ['a wrong type', { 'verifier.config.json': '{"verifyTimeoutMs":"10"}' }, [], /verifyTimeoutMs/],
  ['an unknown key', { 'verifier.config.json': '{"verifyComands":[]}' }, [], /verifyComands/],
  ['no JSON', { 'verifier.config.json': '{' }, [], /verifier\.config\.json/],
  ['a base that is not there', {}, ['--base', 'nowhere'], /nowhere/],
  ['a base that looks like an option', {}, ['--base', '--output=stolen.txt'], /base/],
  ['an output folder outside', {}, ['--output-dir', '../out'], /output-dir/],
  ['a workspace that is not there', {}, ['--workspace', 'not-there'], /not-there/],
  ['a configuration that is not there', {}, ['--config', 'not-there.json'], /not-there\.json/],
  ['an intent outside', { 'verifier.config.json': '{"intentFile":"../task.md"}' }, [], /intentFile/],
])('workspace: %s', (_, files, args, says) => {
  refused(['check', ...args, '--verify-command', 'true'], says, repositoryWith({ 'a.txt': 'a\n', ...files }));
});

test('workspace: the place of the files is taken by a file', () => {
  refused(['check', '--verify-command', 'true'], /\.verifier/, repositoryWith({ '.verifier': 'a file\n' }));
});

test('VERIFIER_DEBUG shows where, and only then', () => {
  const cwd = folderWith({});
  const args = ['check', '--diff-file', path.join(cwd, 'none')];
  expect(verifier(args, { cwd }).stderr).not.toContain('    at ');
  expect(verifier(args, { cwd, env: { VERIFIER_DEBUG: '1' } }).stderr).toContain('    at ');
});
