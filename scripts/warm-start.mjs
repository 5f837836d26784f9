#!/usr/bin/env node
// The last step of a build: lets V8 compile the bundle once and keeps what it made beside it (see cli/load-program.ts).
// Started by the build with the folder; starts itself once more, so that what the checks print goes nowhere.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import v8 from 'node:v8';
import { Script } from 'node:vm';

const dist = path.resolve(process.argv[2] ?? 'dist');
if (process.argv[3] === 'run') await compile();
else finish();

function finish() {
  // The package is ESM, the command line is CommonJS for a faster start, the library says of itself what it is.
  writeFileSync(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  const types = path.join(dist, 'index.d.ts');
  if (existsSync(types)) renameSync(types, path.join(dist, 'index.d.mts'));
  const { status } = spawnSync(process.execPath, [import.meta.filename, dist, 'run'], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the bundle does not run');
  const [source, cachedData] = [readFileSync(path.join(dist, 'program.js'), 'latin1'), readFileSync(path.join(dist, 'program.cache'))];
  if (new Script(source, { cachedData }).cachedDataRejected) throw new Error('V8 does not take its own compiled form back');
}

async function compile() {
  // The parser asks for a flag, and V8 takes a compiled form back only under the flags with which it was made.
  v8.setFlagsFromString = () => undefined;
  const file = path.join(dist, 'program.js');
  const script = new Script(readFileSync(file, 'latin1'), { filename: file });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dist);
  for (const words of calls()) {
    const code = await module.exports.runProgram(words);
    if (code !== 0) throw new Error(`${words.join(' ')}: exit ${code}`);
  }
  // Taken after the calls, so that it holds the functions that a small check needs, and no others.
  writeFileSync(path.join(dist, 'program.cache'), script.createCachedData());
}

/** The calls that should start fast: a small check, green, and one whose change asks for a grammar. */
function calls() {
  const log = ' RUN  v4.1.12 /repo\n\n ✓ a.test.js (3 tests) 4ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n';
  const diff = (file, line) => `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1,2 @@\n a\n+${line}\n`;
  const check = (text) => ['check', '--task', 'a task', '--diff', text, '--verify-logs', log, '--builder-report', 'Done.'];
  return [check(diff('a.js', 'const a = 1;')), check(diff('a.ts', 'requirePermission(user);'))];
}
