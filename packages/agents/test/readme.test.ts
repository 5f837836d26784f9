import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PACKAGE = path.resolve(import.meta.dirname, '..');

test('the example of the README runs, offline, and prints what it says', () => {
  const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  // Inside of the package, so that what it imports is found from there.
  const folder = mkdtempSync(path.join(PACKAGE, 'test', 'readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'example.mjs');
  writeFileSync(file, example.replace("'@verifier/agents'", JSON.stringify(path.join(PACKAGE, 'src/index.ts'))));
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file], { cwd: path.resolve(PACKAGE, '../..'), encoding: 'utf8', env: { PATH: process.env['PATH'] } });
  expect(stderr).toBe('');
  expect(stdout).toBe('blocker: an empty list crashes, reproduced\n');
  expect(readme).toContain(`It prints \`${stdout.trim()}\``);
});
