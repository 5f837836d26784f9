#!/usr/bin/env node
// Builds the package in the current folder into dist/, from nothing. --no-types leaves out the declarations, which take
// longer than all the rest and which no command line needs.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildProgram } from './build/program.mjs';

const unknown = process.argv.slice(2).find((flag) => flag !== '--no-types');
if (unknown !== undefined) {
  console.error(`build: unknown option ${unknown}, the only one is --no-types`);
  process.exit(2);
}
const types = !process.argv.includes('--no-types');
const tsup = path.resolve(import.meta.dirname, '../node_modules/tsup/dist/cli-default.js');

rmSync('dist', { recursive: true, force: true });
run(tsup, '--silent', ...(types ? [] : ['--no-dts']));
await buildProgram();
for (const step of ['after-build.mjs', 'warm-start.mjs']) run(path.join(import.meta.dirname, step));
if (!existsSync('dist/cli.js')) throw new Error('there is no dist/cli.js');

function run(file, ...words) {
  const { status, error } = spawnSync(process.execPath, [file, ...words], { stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
