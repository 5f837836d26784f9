import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { CORE, emptyFolder, type Ended, ended, plainEnv } from './built.js';
import { DIFF, GREEN, TASK, verdictOf } from './samples.js';

// Writes down every file that is read, so that a test can tell which grammars were loaded.
const SPY = `const fs = require('node:fs');
const seen = [];
for (const [object, name] of [[fs, 'readFileSync'], [fs, 'openSync'], [fs, 'readFile'], [fs, 'open'], [fs.promises, 'readFile'], [fs.promises, 'open']]) {
  const real = object[name];
  object[name] = function (file, ...rest) { seen.push(String(file)); return real.call(this, file, ...rest); };
}
const write = fs.writeFileSync;
process.on('exit', () => write(process.env.SPY_OUT, seen.filter((file) => file.endsWith('.wasm')).map((file) => require('node:path').basename(file)).join('\\n')));
`;
/** A guard that went away, and one that is only spoken of. */
const GUARD = `diff --git a/src/orders.ts b/src/orders.ts
index 1111111..2222222 100644
--- a/src/orders.ts
+++ b/src/orders.ts
@@ -1,5 +1,4 @@
 export function cancel(user: User, order: Order): Order {
-  requirePermission(user, 'orders:cancel');
   // requirePermission(user, 'orders:cancel') is done by the router
   return { ...order, open: false };
 }
`;

const home = emptyFolder();
beforeAll(() => {
  const packed = run(packer(), ['pack', '--pack-destination', home], CORE);
  expect(packed.code, packed.stderr).toBe(0);
  const [tarball = 'none'] = readdirSync(home).filter((file) => file.endsWith('.tgz'));
  writeFileSync(path.join(home, 'package.json'), '{"name":"home","private":true}\n');
  writeFileSync(path.join(home, 'spy.cjs'), SPY);
  const installed = run(['npm'], ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], home);
  expect(installed.code, installed.stderr).toBe(0);
}, 120_000);

test('it has no run-time dependency', () => {
  const { dependencies = {} } = JSON.parse(readFileSync(path.join(home, 'node_modules/@verifier/core/package.json'), 'utf8')) as { dependencies?: object };
  expect(dependencies).toEqual({});
  expect(readdirSync(path.join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@verifier']);
});

test('a check without a risk loads no grammar', () => {
  const { verdict, grammars } = checked(DIFF);
  expect([verdict.verdict, grammars]).toEqual(['open_pr', []]);
});

test('a check of a guard loads the grammar of its language, and only that', () => {
  const { verdict, grammars } = checked(GUARD);
  expect(verdict.verdict).toBe('block_pr');
  expect(grammars).toEqual(['tree-sitter-typescript.wasm', 'web-tree-sitter.wasm']);
});

test('it explains its rules', () => {
  const { code, stdout } = run([process.execPath, path.join(home, 'node_modules/@verifier/core/dist/cli.js')], ['explain', 'risk/tls'], home);
  expect([code, stdout.split('\n')[0]]).toEqual([0, '# risk/tls']);
});

test('a file that is missing is one sentence', () => {
  const dist = path.join(emptyFolder(), 'dist');
  cpSync(path.join(home, 'node_modules/@verifier/core/dist'), dist, { recursive: true });
  const words = ['check', '--task', TASK, '--diff', GUARD, '--verify-logs', GREEN];
  const cli = [process.execPath, path.join(dist, 'cli.js')];
  for (const part of ['data', 'wasm']) {
    rmSync(path.join(dist, `grammars/tree-sitter-typescript.${part}`));
    expect(run(cli, words, home)).toEqual({ code: 2, stdout: '', stderr: 'verifier: the installation is not whole, install it again: the grammar of typescript cannot be read\n' });
  }
  rmSync(path.join(dist, 'program.js'));
  expect(run(cli, words, home)).toEqual({ code: 2, stdout: '', stderr: 'verifier: the installation is not whole, install it again: program.js cannot be read\n' });
});

test('its types and its functions can be imported', () => {
  const source = "import { check, parseDiff } from '@verifier/core'; console.log(typeof check, typeof parseDiff);";
  expect(run([process.execPath], ['--input-type=module', '--eval', source], home).stdout).toBe('function function\n');
});

function checked(diff: string): { verdict: ReturnType<typeof verdictOf>; grammars: string[] } {
  const out = path.join(home, 'seen.txt');
  writeFileSync(path.join(home, 'change.patch'), diff);
  writeFileSync(path.join(home, 'verify.log'), GREEN);
  const args = ['--require', path.join(home, 'spy.cjs'), 'node_modules/.bin/verifier', 'check', '--task', TASK, '--diff-file', 'change.patch', '--verify-logs-file', 'verify.log'];
  const verdict = verdictOf(run([process.execPath], args, home, { SPY_OUT: out }));
  return { verdict, grammars: [...new Set(readFileSync(out, 'utf8').split('\n'))].filter((name) => name !== '').sort() };
}

/** The pnpm that runs this test, else one that npx brings. */
function packer(): string[] {
  const running = process.env['npm_execpath'] ?? '';
  return /pnpm\.c?js$/.test(running) ? [process.execPath, running] : ['npx', '-y', 'pnpm@10'];
}

function run([file = '', ...first]: readonly string[], args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Ended {
  return ended(spawnSync(file, [...first, ...args], { cwd, env: { ...plainEnv(), ...env }, encoding: 'utf8', input: '' }));
}
