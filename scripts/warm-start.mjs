#!/usr/bin/env node
// The last step of a build: lets V8 compile the program and keeps what it made beside each file (see cli/load-program.ts).
// Started by the build with the folder; starts itself again for each pass, so that what the checks print goes nowhere.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import v8 from 'node:v8';
import vm, { Script } from 'node:vm';
import { build } from 'esbuild';

const dist = path.resolve(process.argv[2] ?? 'dist');
// V8 takes a compiled form back only under the flags with which it was made, and the parser sets some: what is loaded before
// that comes from a pass without flags, what is loaded after it from a pass with them. The last pass sees all of it taken.
const PASSES = ['before', 'after', 'taken'];
const [, , , pass] = process.argv;
if (pass === undefined) finish();
else await run(pass);

function finish() {
  // The package is ESM, the command line is CommonJS for a faster start, the library says of itself what it is.
  writeFileSync(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  const types = path.join(dist, 'index.d.ts');
  if (existsSync(types)) renameSync(types, path.join(dist, 'index.d.mts'));
  for (const one of PASSES) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, dist, one], { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`the program does not run (pass ${one})`);
  }
  for (const name of ['program.cache', 'late/rules-risk.cache', 'late/gather-syntax-engine.cache']) {
    if (!existsSync(path.join(dist, name))) throw new Error(`there is no ${name}`);
  }
}

async function run(one) {
  const scripts = [];
  let isSet = false;
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (text) => {
    isSet = true;
    if (one !== 'before') setFlagsFromString(text);
  };
  vm.Script = class extends Script {
    constructor(source, options) {
      super(source, options);
      if (one === 'taken' && this.cachedDataRejected === true) throw new Error(`V8 does not take the cache of ${path.basename(options.filename)} back`);
      if (isSet === (one === 'after')) scripts.push({ script: this, file: options.filename });
    }
  };
  const { runProgram } = await (await launcher()).loadProgram();
  for (const words of calls()) {
    const code = await runProgram(words);
    if (code !== 0) throw new Error(`${words.join(' ')}: exit ${code}`);
  }
  // Taken after the calls, so that they hold the functions that a small check needs, and no others.
  if (one !== 'taken') for (const { script, file } of scripts) writeFileSync(file.replace(/js$/, 'cache'), script.createCachedData());
}

/** The loader of the command line, without its start. */
async function launcher() {
  const outfile = path.join(dist, 'launcher.js');
  await build({ entryPoints: ['src/cli/load-program.ts'], outfile, bundle: true, format: 'cjs', platform: 'node', define: { __BUILT__: 'true', 'import.meta.dirname': '__dirname' }, supported: { 'dynamic-import': false }, external: ['./program.js'] });
  try {
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(outfile);
  }
}

/** The calls that should start fast: a small check, green, and one whose change asks for a grammar. */
function calls() {
  const log = ' RUN  v4.1.12 /repo\n\n ✓ a.test.js (3 tests) 4ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n';
  const diff = (file, line) => `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1,2 @@\n a\n+${line}\n`;
  const check = (text) => ['check', '--task', 'a task', '--diff', text, '--verify-logs', log, '--builder-report', 'Done.'];
  return [check(diff('a.js', 'const a = 1;')), check(diff('a.ts', 'requirePermission(user);'))];
}
