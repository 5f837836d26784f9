#!/usr/bin/env node
// `pnpm test:dsh`: the plugin against the real DeepSeek Harness, with a scripted model on 127.0.0.1. Installs the harness into a
// cache folder when it is not there, builds the plugin, holds its types against the published ones, and runs the scenarios.
// Options go to vitest. Ends with 1, and says so, when the harness cannot be installed: nothing was tested then.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installedHarness } from '../packages/dsh-adapter/demo/harness.mjs';

const root = path.resolve(import.meta.dirname, '..');
const adapter = path.join(root, 'packages/dsh-adapter');
const OPTIONS = {
  target: 'ES2022', lib: ['ES2024', 'ESNext.Disposable'], module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true,
  skipLibCheck: true, noEmit: true, types: ['node'],
};
const bin = (name, file) => path.join(root, 'node_modules', name, file);

let harness;
try {
  harness = await installedHarness((text) => { console.error(`test-dsh: ${text}`); });
} catch (error) {
  console.error(`test-dsh: FAILED, ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
run('build', [path.join(adapter, 'build.mjs')], adapter);
run('types', [bin('typescript', 'bin/tsc'), '-p', typesProject(harness)], root);
run('scenarios', [bin('vitest', 'vitest.mjs'), 'run', '--root', adapter, '--config', path.join(adapter, 'vitest.dsh.config.ts'), ...process.argv.slice(2).map(absoluteOutput)], root);

function run(name, args, cwd) {
  const { status, error } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status === 0) return;
  console.error(`test-dsh: ${name} failed`);
  process.exit(status ?? 1);
}

/** The published types are in the cache only, so that the workspace stays without them. */
function typesProject({ folder }) {
  const project = path.join(folder, 'types');
  mkdirSync(project, { recursive: true });
  const packages = path.join(folder, 'node_modules/@deepseek-ai');
  const typesOf = (name) => JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8')).types;
  const paths = Object.fromEntries(readdirSync(packages).flatMap((name) => { const types = typesOf(name); return types === undefined ? [] : [[`@deepseek-ai/${name}`, [path.join(packages, name, types)]]]; }));
  const compilerOptions = { ...OPTIONS, paths, typeRoots: [path.join(root, 'node_modules/@types')] };
  const file = path.join(project, 'tsconfig.json');
  writeFileSync(file, JSON.stringify({ compilerOptions, files: [path.join(adapter, 'test/types/harness-types.mts')] }));
  return file;
}

/** vitest reads a path from its --root. */
function absoluteOutput(option) {
  const [name, file] = option.split('=');
  return name?.startsWith('--outputFile') === true && file !== undefined ? `${name}=${path.resolve(file)}` : option;
}
