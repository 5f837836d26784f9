import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, git, lay, repositoryWith, verifier } from './built.js';
import { launch, RESULT } from './launch.js';
import { TASK } from './samples.js';

// Put together here, so that no file holds a whole one.
const TOKEN = `gh${'p_'}Wq3xTz8LkV5nRb2YcM7dHs9JfG4pAeU6tX1o`;
const PASSWORD = ['kR7', 'vmQ2', 'xZp9', 'Lw'].join('');
const KNOWN = ['tulip', 'Harbor', '77', 'Quartz'].join('-');
const KEY = ['-----BEGIN', 'PRIVATE', 'KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END', 'PRIVATE', 'KEY-----'].join(' ');
const BODY = KEY.split('\n')[1] ?? '';
const ALL = [TOKEN, PASSWORD, KNOWN, BODY];

const TEXT = `token ${TOKEN}\npassword=${PASSWORD}\nplain ${KNOWN}\n${KEY}\n`;
const ENV = { DEPLOY_PASSWORD: KNOWN };
const CODE = `export const settings = { password: '${PASSWORD}', token: '${TOKEN}', other: '${KNOWN}' };\nconst key = \`${KEY}\`;\n`;
const DIFF = `diff --git a/src/a.js b/src/a.js\n--- /dev/null\n+++ b/src/a.js\n@@ -0,0 +1,${CODE.trimEnd().split('\n').length} @@\n${CODE.trimEnd().split('\n').map((line) => `+${line}`).join('\n')}\n`;
const LOG = ` RUN  v4.1.12 /repo\n\n × a.test.js > leaks ${TOKEN} 3ms\n   → password=${PASSWORD} ${KNOWN}\n${KEY}\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n`;

const leaksIn = (text: string): string[] => ALL.filter((secret) => text.includes(secret)).map((secret) => secret.slice(0, 4));

test.each([['json'], ['markdown'], ['text']])('direct mode, %s', (format) => {
  const { code, stdout, stderr } = verifier(['check', '--task', `${TASK} ${TEXT}`, '--diff', DIFF, '--verify-logs', LOG, '--builder-report', `All passed. Lint was not run: ${TEXT}`, '--format', format], { env: ENV });
  expect(code, stderr).toBe(0);
  expect([stdout.length > 200, leaksIn(stdout), leaksIn(stderr)]).toEqual([true, [], []]);
});

test.each([
  [['check', '--diff-file', `/nowhere/${TOKEN}`]],
  [['check', `--${TOKEN}`]],
  [['check', '--verify-timeout-ms', `password=${PASSWORD}`]],
  [['check', '--format', KNOWN]],
  [[TOKEN]],
])('errors, call %#', (args) => {
  const { code, stdout, stderr } = verifier(args, { env: { ...ENV, VERIFIER_DEBUG: '1' } });
  expect([code, stdout, leaksIn(stderr)]).toEqual([2, '', []]);
});

test('workspace mode: stdout, stderr and every file of the run', () => {
  const root = repositoryWith({ 'src/b.js': 'export const b = 1;\n' });
  lay(root, { 'src/a.js': CODE, [`src/${TOKEN}.js`]: 'export {};\n', 'print.sh': `cat <<'END'\n${LOG}END\necho "${KNOWN}" >&2\nexit 1\n` });
  git(root, 'checkout', '--quiet', '-b', `work-${TOKEN}`);
  const { code, stdout, stderr } = verifier(['check', '--task', TEXT, '--builder-report', TEXT, '--verify-command', 'sh print.sh', '--verify-command', `echo ${TOKEN} password=${PASSWORD}`], { cwd: root, env: ENV });
  expect(code, stderr).toBe(0);
  expect([leaksIn(stdout), leaksIn(stderr)]).toEqual([[], []]);
  const files = filesUnder(path.join(root, '.verifier'));
  expect(files.map((file) => path.basename(file))).toEqual(expect.arrayContaining(['intent.txt', 'diff.patch', 'verify-logs.txt', 'builder-report.md', 'report.md', 'verdict.json', 'findings.json']));
  expect(files.flatMap((file) => leaksIn(`${file} ${readFileSync(file, 'utf8')}`).map((leak) => `${path.basename(file)}: ${leak}`))).toEqual([]);
});

test('kaizen-loop mode: stdout, stderr, the result and its artifacts', async () => {
  const workspace = repositoryWith({ 'src/b.js': 'export const b = 1;\n', '.kaizen/verifier/.keep': '' });
  const prompt = ['You are the verifier.', '', `# Issue #1: ${TEXT}`, '', '# Builder result', '', TEXT, '', '# Diff', '', '<workspace_diff_data>', '````diff', DIFF, '````', '</workspace_diff_data>', ''].join('\n');
  const { stdout, stderr, file } = await launch({ workspace, prompt, env: ENV });
  expect([leaksIn(stdout), leaksIn(stderr), leaksIn(file ?? 'none'), file === null]).toEqual([[], [], [], false]);
  const kept = filesUnder(path.dirname(path.join(workspace, RESULT)));
  expect(kept.length).toBeGreaterThan(6);
  expect(kept.flatMap((one) => leaksIn(readFileSync(one, 'utf8')).map((leak) => `${path.basename(one)}: ${leak}`))).toEqual([]);
});

test('the samples are seen where nothing hides them', () => {
  expect(leaksIn(`${CODE}${TEXT}`)).toEqual(ALL.map((secret) => secret.slice(0, 4)));
  expect(folderWith({ 'a.txt': TEXT })).not.toBe('');
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const at = path.join(folder, name);
    return statSync(at).isDirectory() ? filesUnder(at) : [at];
  });
}
